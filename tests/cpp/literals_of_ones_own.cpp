// User-defined literals: cooked, raw and by template; units that are types; text literals; those of the library.
#include <chrono>
#include <complex>
#include <cstdio>
#include <cstdint>
#include <string>
#include <string_view>

namespace units {
template <int Length, int Time> struct Quantity {
    double value;
    Quantity operator+(Quantity other) const { return {value + other.value}; }
    Quantity operator-() const { return {-value}; }
};
template <int L1, int T1, int L2, int T2> Quantity<L1 + L2, T1 + T2> operator*(Quantity<L1, T1> a, Quantity<L2, T2> b) { return {a.value * b.value}; }
template <int L1, int T1, int L2, int T2> Quantity<L1 - L2, T1 - T2> operator/(Quantity<L1, T1> a, Quantity<L2, T2> b) { return {a.value / b.value}; }
using Length = Quantity<1, 0>;
using Time = Quantity<0, 1>;
using Speed = Quantity<1, -1>;
inline namespace literals {
constexpr Length operator""_m(long double value) { return {(double)value}; }
constexpr Length operator""_m(unsigned long long value) { return {(double)value}; }
constexpr Length operator""_km(long double value) { return {1000 * (double)value}; }
constexpr Time operator""_s(unsigned long long value) { return {(double)value}; }
constexpr Time operator""_h(unsigned long long value) { return {3600.0 * (double)value}; }
} // namespace literals
} // namespace units

/* Digits of any base up to 36 by the text of the literal. */
static constexpr unsigned long long operator""_base3(const char *digits) {
    unsigned long long value = 0;
    for (; *digits; digits++)
        if (*digits != '\'')
            value = 3 * value + (unsigned long long)(*digits - '0');
    return value;
}
template <char... Digits> constexpr int operator""_ones() { return ((Digits == '1') + ... + 0); }
static std::string operator""_twice(const char *text, size_t size) { return std::string(text, size) + std::string(text, size); }
static constexpr uint64_t operator""_hash(const char *text, size_t size) {
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)text[i]) * 1099511628211u;
    return hash;
}
static int operator""_code(char c) { return c; }
static size_t operator""_units(const char16_t *, size_t size) { return size; }

static const char *chosen(std::string_view word) {
    uint64_t hash = 14695981039346656037u;
    for (char c : word)
        hash = (hash ^ (unsigned char)c) * 1099511628211u;
    switch (hash) {
    case "go"_hash: return "moving";
    case "stop"_hash: return "standing";
    default: return "unknown";
    }
}

int main() {
    using namespace units::literals;
    auto way = 1.5_km + 500_m;
    units::Speed speed = way / 2_h;
    auto area = way * 2.0_m;
    std::printf("%.1f %.4f %.1f %.1f\n", way.value, speed.value, area.value, (-(3_m / 4_s)).value);
    static_assert(102_base3 == 11);
    std::printf("%llu %llu %d\n", 2'2'2_base3, 0_base3, 110101_ones);
    std::printf("%s %zu %d %zu\n", "ab"_twice.c_str(), "x\0y"_twice.size(), 'A'_code, u"\U0001F600!"_units);
    std::printf("%s %s %s\n", chosen("go"), chosen("stop"), chosen("wait"));
    using namespace std::literals;
    auto time = 1h + 30min + 5s + 250ms;
    std::printf("%lld %zu %zu\n", (long long)std::chrono::duration_cast<std::chrono::milliseconds>(time).count(), "a\0b"s.size(), "view"sv.size());
    auto product = (1.0 + 2i) * (3.0 - 1i);
    std::printf("%g %g\n", product.real(), product.imag());
}
