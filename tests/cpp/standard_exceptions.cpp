// The classes of stdexcept and their bases.
#include <cstdio>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <variant>
template <class E> void raise() { throw E("words of " + std::to_string(sizeof(E))); }
void show(void (*raise)()) {
    try {
        raise();
    } catch (const std::out_of_range &error) {
        std::printf("out_of_range %s\n", error.what());
    } catch (const std::logic_error &error) {
        std::printf("logic_error %s\n", error.what());
    } catch (const std::runtime_error &error) {
        std::printf("runtime_error %s\n", error.what());
    } catch (const std::exception &error) {
        std::printf("exception %s\n", error.what());
    }
}
int main() {
    show(raise<std::logic_error>);
    show(raise<std::out_of_range>);
    show(raise<std::invalid_argument>);
    show(raise<std::domain_error>);
    show(raise<std::length_error>);
    show(raise<std::range_error>);
    show(raise<std::overflow_error>);
    show(raise<std::underflow_error>);
    show([] { throw std::bad_alloc(); });
    show([] { throw std::bad_cast(); });
    show([] { std::function<int()> none; none(); });
    show([] { std::shared_ptr<int> none(std::weak_ptr<int>{}); });
    show([] { std::optional<int> none; none.value(); });
    show([] { std::variant<int, char> v = 'c'; std::get<int>(v); });
    show([] { std::string s = "abc"; s.at(3); });
    std::runtime_error first("first"), second("second");
    second = first;
    std::runtime_error third = second;
    std::printf("%s %s\n", second.what(), third.what());
}
