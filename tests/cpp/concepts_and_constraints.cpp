// flags: -std=c++20
// Concepts, requires clauses, constrained overloads that subsume each other, abbreviated templates; detection as of old.
#include <concepts>
#include <cstdio>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

template <class T> concept Printable = requires(const T &value) {
    { value.print() } -> std::convertible_to<std::string>;
};
template <class T> concept Number = std::integral<T> || std::floating_point<T>;
template <class T> concept Sized = requires(T value) { { value.size() } -> std::unsigned_integral; typename T::value_type; };
template <class T> concept Growing = Sized<T> && requires(T value, typename T::value_type element) { value.push_back(element); };
template <class T> concept RandomGrowing = Growing<T> && std::random_access_iterator<typename T::iterator>;

static const char *kind(const auto &) { return "anything"; }
static const char *kind(const Sized auto &) { return "sized"; }
static const char *kind(const Growing auto &) { return "growing"; }
static const char *kind(const RandomGrowing auto &) { return "random"; }

struct Dog { std::string print() const { return "dog"; } };
struct Cat { const char *print() const { return "cat"; } };
struct Stone { int print() const { return 5; } };
static std::string shown(const Printable auto &value) { return value.print(); }
static std::string shown(const auto &value) requires(!Printable<decltype(value)> && !Printable<std::remove_cvref_t<decltype(value)>>) {
    return "unprintable of " + std::to_string(sizeof value);
}

template <Number T> class Statistics {
    T sum{};
    size_t count = 0;
public:
    void add(T value) { sum += value; count++; }
    T mean() const requires std::floating_point<T> { return sum / (T)count; }
    long mean() const requires std::integral<T> { return (long)(sum / (T)count); }
    void invert() requires std::signed_integral<T> { sum = -sum; }
};
template <class T> concept Invertible = requires(T value) { value.invert(); };
static_assert(Invertible<Statistics<int>> && !Invertible<Statistics<unsigned>> && !Invertible<Statistics<double>>);

template <class, class = void> struct has_serial : std::false_type {};
template <class T> struct has_serial<T, std::void_t<decltype(std::declval<T &>().serial())>> : std::true_type {};
struct Numbered { int serial() { return 12; } };
template <class T> static std::enable_if_t<has_serial<T>::value, int> serial(T &value) { return value.serial(); }
template <class T> static std::enable_if_t<!has_serial<T>::value, int> serial(T &) { return -1; }

template <std::input_iterator Iterator, std::sentinel_for<Iterator> End, std::invocable<std::iter_value_t<Iterator>> F>
static auto mapped(Iterator from, End to, F f) {
    std::vector<std::invoke_result_t<F, std::iter_value_t<Iterator>>> result;
    for (; from != to; ++from)
        result.push_back(f(*from));
    return result;
}

template <class T> struct Optional {
    T value;
    constexpr explicit(!std::integral<T>) Optional(T value) : value(value) {}
    ~Optional() requires std::is_trivially_destructible_v<T> = default;
    ~Optional() { std::printf("~"); }
};
static int take(Optional<int> optional) { return optional.value; }

int main() {
    std::vector<int> vector{1, 2};
    std::list<int> list{3};
    std::map<int, int> map;
    std::printf("%s %s %s %s\n", kind(vector), kind(list), kind(map), kind(5));
    std::printf("%s %s %s\n", shown(Dog()).c_str(), shown(Cat()).c_str(), shown(Stone()).c_str());
    Statistics<int> whole;
    Statistics<double> exact;
    for (int n : {3, 4, 6}) {
        whole.add(n);
        exact.add(n);
    }
    whole.invert();
    std::printf("%ld %.3f\n", whole.mean(), exact.mean());
    Numbered numbered;
    std::printf("%d %d\n", serial(numbered), serial(vector));
    for (const std::string &text : mapped(vector.begin(), vector.end(), [](int n) { return std::string((size_t)n, 'x'); }))
        std::printf("%s ", text.c_str());
    { Optional<std::string> text{std::string("t")}; Optional<int> number{3}; }
    std::printf("%d %d\n", take(9), std::same_as<std::common_type_t<char, long>, long>);
    auto add = [](Number auto... numbers) { return (numbers + ...); };
    std::printf("%g %d\n", add(1, 2.5, 3u), std::invocable<decltype(add), int, float> && !std::invocable<decltype(add), std::string>);
}
