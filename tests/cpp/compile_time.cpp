// flags: -std=c++20
// constexpr and consteval: tables made by the compiler and the same functions when run, if constexpr, constant strings.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <numbers>
#include <string_view>
#include <type_traits>
#include <utility>

constexpr std::array<uint32_t, 256> make_table() {
    std::array<uint32_t, 256> table{};
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t value = i;
        for (int bit = 0; bit < 8; bit++)
            value = value & 1 ? value >> 1 ^ 0xedb88320u : value >> 1;
        table[i] = value;
    }
    return table;
}
constexpr auto table = make_table();
constexpr uint32_t crc(std::string_view text) {
    uint32_t value = ~0u;
    for (char c : text)
        value = value >> 8 ^ table[(value ^ (unsigned char)c) & 255];
    return ~value;
}
static_assert(crc("123456789") == 0xcbf43926u);

template <size_t Size> struct Name {
    char text[Size];
    constexpr Name(const char (&from)[Size]) { std::copy_n(from, Size, text); }
};
template <Name name, class T> struct Field {
    T value;
    void print() const { std::printf("%s=%d ", name.text, (int)value); }
};

consteval int squared(int n) { return n * n; }
constexpr int collatz(int n) {
    int steps = 0;
    for (; n != 1; steps++)
        n = n % 2 ? 3 * n + 1 : n / 2;
    return steps;
}
constexpr bool at_compile_time() { return std::is_constant_evaluated(); }

template <class T> constexpr auto widest(T value) {
    if constexpr (std::is_enum_v<T>)
        return widest(static_cast<std::underlying_type_t<T>>(value));
    else if constexpr (std::is_signed_v<T>)
        return static_cast<long long>(value);
    else
        return static_cast<unsigned long long>(value);
}
enum class Colour : unsigned char { red = 1, blue = 200 };

class Fraction {
    int above, below;
public:
    constexpr Fraction(int a, int b) : above(a), below(b) {
        for (int x = a, y = b; y; std::swap(x, y))
            x %= y, above = y ? above : 0, gcd = y;
        above /= gcd;
        below /= gcd;
    }
    int gcd = 1;
    constexpr Fraction operator+(const Fraction &other) const {
        return {above * other.below + other.above * below, below * other.below};
    }
    constexpr int top() const { return above; }
    constexpr int bottom() const { return below; }
};
constinit int counter = squared(5);

int main(int argc, char **) {
    char changing[] = "123456789";
    std::printf("%08x ", crc(changing));
    changing[0] += (char)argc;
    std::printf("%08x %d\n", crc(changing), table[255] == make_table()[255]);
    Field<"width", int> width{4};
    Field<"height", short> height{-7};
    width.print();
    height.print();
    static_assert(!std::is_same_v<Field<"a", int>, Field<"b", int>>);
    constexpr int steps = collatz(27);
    bool known = at_compile_time();
    constexpr bool constant = at_compile_time();
    std::printf("%d %d %d%d\n", steps, collatz(26 + argc) == steps, known, constant);
    std::printf("%lld %llu %llu\n", widest(-3), widest(Colour::blue), widest(~0u));
    constexpr Fraction sum = Fraction(1, 6) + Fraction(1, 10);
    Fraction same = Fraction(argc, 6) + Fraction(1, 10 * argc);
    std::printf("%d/%d %d/%d %d\n", sum.top(), sum.bottom(), same.top(), same.bottom(), counter++ + counter);
    uint32_t word = 0x00f0f000u * (unsigned)argc;
    std::printf("%d %d %d %d %u\n", std::popcount(word), std::countl_zero(word), std::countr_zero(word), std::bit_width(word), std::bit_ceil(word));
    std::printf("%08x %x %d\n", std::rotl(word, 12), std::bit_cast<uint32_t>(1.5f), std::has_single_bit(64u * (unsigned)argc));
    std::printf("%.6f %d\n", std::numbers::pi, std::endian::native == std::endian::little);
}
