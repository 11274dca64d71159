// Closures that are returned, recursive, generic, immediately called; captures by move and reference.
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>
auto adder(int n) { return [n](auto m) { return n + m; }; }
template <class F, class G> auto compose(F f, G g) { return [=](auto x) { return f(g(x)); }; }
template <class F> struct Fix { F f; template <class... A> auto operator()(A... a) const { return f(*this, a...); } };
template <class F> Fix(F) -> Fix<F>;
struct Scoped { std::function<void()> at_end; ~Scoped() { at_end(); } };
int main() {
    auto plus2 = adder(2);
    std::printf("%d %g\n", plus2(3), plus2(0.5));
    std::printf("%d\n", compose(plus2, [](int x) { return x * x; })(5));
    Fix factorial{[](auto &self, int n) -> int { return n < 2 ? 1 : n * self(n - 1); }};
    std::printf("%d\n", factorial(6));
    auto owned = std::make_unique<std::string>("owned");
    auto holder = [text = std::move(owned)] { return text->size(); };
    std::printf("%zu %d\n", holder(), owned == nullptr);
    int total = 0;
    {
        Scoped scoped{[&total] { total += 100; }};
        for (int i : std::vector<int>{1, 2, 3})
            [&] { total += i; }();
    }
    std::printf("%d\n", total);
    int (*plain)(int) = [](int n) { return n - 1; };
    std::printf("%d\n", plain(1));
    std::vector<std::function<int()>> counters;
    for (int i = 0; i < 2; i++)
        counters.emplace_back([i, n = 0]() mutable { return ++n * 10 + i; });
    counters[0]();
    auto copy = counters[0];
    std::printf("%d %d %d\n", counters[0](), copy(), counters[1]());
}
