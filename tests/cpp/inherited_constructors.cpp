// Delegating and inherited constructors, initialiser lists, copies and moves that are made or deleted, explicit.
#include <cstdio>
#include <initializer_list>
#include <string>
#include <type_traits>
struct Base {
    std::string text;
    int n;
    Base(std::string text, int n) : text(std::move(text)), n(n) {}
    explicit Base(int n) : Base("number", n) {}
    Base(std::initializer_list<int> list) : Base("list", 0) { for (int item : list) n += item; }
};
struct Derived : Base {
    using Base::Base;
    double extra = 1.5;
};
struct Only { Only() = default; Only(const Only &) = delete; Only(Only &&) = default; };
struct Order {
    int a, b;
    Order() : a(next()), b(next()) {}
    static int next() { static int n; return ++n; }
};
int main() {
    Derived one("text", 1), two(2), three{3, 4, 5};
    std::printf("%s %d %s %d %s %d %g\n", one.text.c_str(), one.n, two.text.c_str(), two.n, three.text.c_str(), three.n, three.extra);
    Derived copy = one, moved = std::move(one);
    std::printf("%s %s %d\n", copy.text.c_str(), moved.text.c_str(), (int)one.text.size());
    std::printf("%d %d %d\n", std::is_copy_constructible_v<Only>, std::is_move_constructible_v<Only>, std::is_convertible_v<int, Base>);
    Order order;
    std::printf("%d %d\n", order.a, order.b);
}
