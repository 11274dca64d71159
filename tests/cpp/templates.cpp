// Templates: classes, functions, specialisations, variadic ones, concepts of old; constexpr.
#include <array>
#include <cstdio>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
template <class T, int N> struct Ring {
    T items[N] = {};
    int next = 0;
    void add(T item) { items[next++ % N] = item; }
    T sum() const { T all = T(); for (const T &item : items) all += item; return all; }
};
template <> struct Ring<bool, 1> { const char *what() { return "special"; } };
template <class T> std::string kind(T) {
    if constexpr (std::is_integral_v<T>) return "integer";
    else if constexpr (std::is_floating_point_v<T>) return "float";
    else return "other";
}
template <class... T> auto total(T... values) { return (values + ... + 0); }
template <class T, class = std::enable_if_t<std::is_class_v<T>>> int chosen(const T &) { return 1; }
int chosen(...) { return 2; }
constexpr int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
template <size_t... I> int index(std::index_sequence<I...>) { return ((I * I) + ...); }
int main() {
    Ring<int, 3> ring;
    for (int i = 1; i < 6; i++)
        ring.add(i);
    Ring<std::string, 2> texts;
    texts.add("a");
    texts.add("b");
    std::printf("%d %s %s\n", ring.sum(), texts.sum().c_str(), Ring<bool, 1>().what());
    std::printf("%s %s %s\n", kind(1).c_str(), kind(1.5f).c_str(), kind("x").c_str());
    std::printf("%d %g %d %d\n", total(1, 2, 3), total(1.5, 2), chosen(ring), chosen(3));
    static_assert(factorial(5) == 120);
    auto [a, b, c] = std::make_tuple(1, 'x', std::string("three"));
    std::printf("%d %c %s %d\n", a, b, c.c_str(), index(std::make_index_sequence<5>()));
    std::array<int, 4> array{4, 3, 2, 1};
    std::printf("%d %zu\n", std::get<1>(array), array.size());
    std::pair<int, std::string> pair{1, "p"};
    std::printf("%d\n", pair < std::make_pair(1, std::string("q")));
}
