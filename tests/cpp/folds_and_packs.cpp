// Variadic templates and fold expressions: printf by types, tuples walked, packs of lambdas, index sequences, type lists.
#include <array>
#include <cstddef>
#include <iostream>
#include <sstream>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

template <class... Types> struct List { static constexpr size_t size = sizeof...(Types); };
template <class, class> struct Joined;
template <class... A, class... B> struct Joined<List<A...>, List<B...>> { using type = List<A..., B...>; };
template <template <class> class Keep, class... Types> struct Filtered { using type = List<>; };
template <template <class> class Keep, class First, class... Rest> struct Filtered<Keep, First, Rest...> {
    using rest = typename Filtered<Keep, Rest...>::type;
    using type = std::conditional_t<Keep<First>::value, typename Joined<List<First>, rest>::type, rest>;
};
static_assert(std::is_same_v<Filtered<std::is_integral, int, float, char, std::string>::type, List<int, char>>);

static void format(std::ostream &out, const char *text) { out << text; }
template <class First, class... Rest> static void format(std::ostream &out, const char *text, const First &first, const Rest &...rest) {
    for (; *text; text++) {
        if (*text == '%') {
            out << first;
            return format(out, text + 1, rest...);
        }
        out << *text;
    }
}

template <class... Bools> static bool all(Bools... bools) { return (... && bools); }
template <class... Numbers> static auto differences(Numbers... numbers) { return std::pair((... - numbers), (numbers - ...)); }
template <class T, class... Values> static bool is_any_of(const T &value, const Values &...values) { return ((value == values) || ...); }
template <class... Values> static std::string joined(const Values &...values) {
    std::ostringstream out;
    const char *separator = "";
    ((out << std::exchange(separator, ", ") << values), ...);
    return out.str();
}
template <class Tuple, class F> static void each(Tuple &&tuple, F f) {
    std::apply([&](auto &&...elements) { (f(elements), ...); }, std::forward<Tuple>(tuple));
}
template <class... A> static auto reversed(const std::tuple<A...> &tuple) {
    return [&]<size_t... I>(std::index_sequence<I...>) {
        return std::make_tuple(std::get<sizeof...(I) - 1 - I>(tuple)...);
    }(std::index_sequence_for<A...>());
}
template <class... F> struct Overloaded : F... { using F::operator()...; };
template <class... F> Overloaded(F...) -> Overloaded<F...>;
template <class... F> static auto composed(F... f) {
    return [=](auto value) {
        ((value = f(value)), ...);
        return value;
    };
}
template <int... Digits> struct Digit { static constexpr int sum = (Digits + ... + 0), count = sizeof...(Digits); };
template <class... Bases> struct Many : Bases... {
    explicit Many(Bases... bases) : Bases(std::move(bases))... {}
    int total() const { return (Bases::value() + ...); }
};
struct One { int value() const { return 1; } };
struct Any { int n; int value() const { return n; } };
template <char... C> constexpr std::array<char, sizeof...(C) + 1> text{C..., '\0'};

int main() {
    format(std::cout, "% and % make %\n", 1, 2.5, std::string("sum"));
    std::cout << all() << all(true, true) << all(true, false, true) << ' ';
    auto [left, right] = differences(10, 3, 2);
    std::cout << left << ' ' << right << ' ' << is_any_of(3, 1, 2, 3) << is_any_of(std::string("x")) << '\n';
    std::cout << joined(1, 'c', "text", 2.25) << " | " << joined() << '\n';
    auto tuple = std::make_tuple(1, std::string("two"), 3.5, 'f');
    each(reversed(tuple), [](const auto &element) { std::cout << element << ' '; });
    each(tuple, [](auto &element) { element += element; });
    each(tuple, Overloaded{[](const std::string &text) { std::cout << '"' << text << "\" "; }, [](auto) { std::cout << "# "; }});
    std::cout << '\n' << composed([](int n) { return n + 1; }, [](int n) { return n * n; }, [](int n) { return n - 3; })(4) << '\n';
    std::cout << Digit<1, 2, 3>::sum << ' ' << Digit<>::sum << ' ' << Digit<>::count << ' ' << Many(One(), Any{41}).total() << '\n';
    std::cout << text<'h', 'i'>.data() << ' ' << List<int, int, char>::size << '\n';
}
