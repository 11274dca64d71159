// optional, variant, any, tuple, bitset, chrono's arithmetic.
#include <any>
#include <bitset>
#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <tuple>
#include <variant>
using namespace std::chrono_literals;
struct Show {
    void operator()(int n) { std::printf("int %d\n", n); }
    void operator()(const std::string &s) { std::printf("string %s\n", s.c_str()); }
    void operator()(double d) { std::printf("double %g\n", d); }
};
std::optional<int> half(int n) { return n % 2 ? std::nullopt : std::optional(n / 2); }
int main() {
    using V = std::variant<int, std::string, double>;
    for (const V &v : {V(1), V("text"), V(2.5)})
        std::visit(Show(), v);
    std::printf("%d %d %d\n", half(8).value(), half(3).has_value(), half(5).value_or(-1));
    std::any any = 5;
    std::printf("%d ", std::any_cast<int>(any));
    any = std::string("long enough for the heap");
    try {
        std::any_cast<int>(any);
    } catch (std::bad_any_cast &error) {
        std::printf("%s\n", error.what());
    }
    std::bitset<70> bits("1011");
    bits.set(69);
    std::printf("%zu %d %s\n", bits.count(), (bits >> 68).to_ulong() == 2, std::bitset<8>(90).to_string().c_str());
    using namespace std::chrono;
    auto time = hours(1) + minutes(2) + 3s;
    std::printf("%ld %d\n", (long)duration_cast<seconds>(time).count(), time > 60min);
    auto tuple = std::tuple_cat(std::make_tuple(1, 2.5), std::make_tuple("x"));
    std::printf("%s\n", std::get<2>(tuple));
}
