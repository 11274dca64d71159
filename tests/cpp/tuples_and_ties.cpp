// tie, apply, structured bindings of classes, pair comparison, swap, exchange.
#include <array>
#include <cstdio>
#include <string>
#include <tuple>
#include <utility>
struct Point { int x; double y; };
class Private { int a = 1; std::string b = "b"; template <size_t I> friend auto get(const Private &p) { if constexpr (I == 0) return p.a; else return p.b; } };
namespace std {
template <> struct tuple_size<Private> : integral_constant<size_t, 2> {};
template <> struct tuple_element<0, Private> { using type = int; };
template <> struct tuple_element<1, Private> { using type = string; };
}
std::tuple<int, std::string, double> made(int n) { return {n, std::to_string(n), n / 2.0}; }
int main() {
    int i;
    std::string s;
    std::tie(i, s, std::ignore) = made(7);
    std::printf("%d %s\n", i, s.c_str());
    auto [x, y] = Point{1, 2.5};
    auto [a, b] = Private();
    std::printf("%d %g %d %s\n", x, y, a, b.c_str());
    std::printf("%d\n", std::apply([](int a, const std::string &b, double c) { return a + (int)b.size() + (int)c; }, made(10)));
    std::printf("%d %d\n", std::make_tuple(1, 2, 3) < std::make_tuple(1, 3, 0), std::make_pair(2, 'a') == std::pair<int, char>(2, 'a'));
    int first = 1, second = 2;
    std::swap(first, second);
    int old = std::exchange(first, 9);
    std::array<int, 3> array{3, 1, 2}, other{};
    array.swap(other);
    std::printf("%d %d %d %d\n", first, second, old, array[0] + other[2]);
}
