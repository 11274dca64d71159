// Observers: callbacks kept by weak_ptr, removed while others are called, exceptions of callbacks collected.
#include <exception>
#include <functional>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>
class Signal {
    struct Slot { std::weak_ptr<void> owner; std::function<void(const std::string &)> call; };
    std::vector<Slot> slots;
public:
    void connect(const std::shared_ptr<void> &owner, std::function<void(const std::string &)> call) { slots.push_back({owner, std::move(call)}); }
    std::vector<std::exception_ptr> emit(const std::string &what) {
        std::vector<std::exception_ptr> failed;
        for (size_t i = 0; i < slots.size();) {
            auto alive = slots[i].owner.lock();
            if (!alive) { slots.erase(slots.begin() + i); continue; }
            try {
                slots[i++].call(what);
            } catch (...) {
                failed.push_back(std::current_exception());
            }
        }
        return failed;
    }
    size_t size() const { return slots.size(); }
};
int main() {
    Signal signal;
    auto first = std::make_shared<int>(1);
    auto second = std::make_shared<std::string>("second");
    signal.connect(first, [n = 0](const std::string &what) mutable { std::cout << "first " << what << ' ' << ++n << '\n'; });
    signal.connect(second, [weak = std::weak_ptr<std::string>(second)](const std::string &what) { if (what == "bad") throw std::runtime_error(*weak.lock()); });
    signal.connect(first, [](const std::string &what) { if (what == "bad") throw 7; });
    signal.emit("good");
    for (auto &failed : signal.emit("bad")) {
        try {
            std::rethrow_exception(failed);
        } catch (const std::exception &error) {
            std::cout << error.what() << '\n';
        } catch (int n) {
            std::cout << n << '\n';
        }
    }
    second.reset();
    signal.emit("again");
    std::cout << signal.size() << '\n';
}
