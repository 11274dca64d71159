// Literals, operators and conversions of a value class; streams; comparison by <=> of old.
#include <cstdint>
#include <iomanip>
#include <iostream>
#include <limits>
#include <stdexcept>
class Fixed {
    int64_t raw;
    struct Raw {};
    constexpr Fixed(int64_t raw, Raw) : raw(raw) {}
public:
    constexpr Fixed(int n = 0) : raw(int64_t(n) * 1000) {}
    static constexpr Fixed thousandths(int64_t n) { return Fixed(n, Raw()); }
    constexpr Fixed operator-() const { return Fixed(-raw, Raw()); }
    friend constexpr Fixed operator+(Fixed a, Fixed b) { return Fixed(a.raw + b.raw, Raw()); }
    friend constexpr Fixed operator*(Fixed a, Fixed b) { return Fixed(a.raw * b.raw / 1000, Raw()); }
    friend Fixed operator/(Fixed a, Fixed b) { if (!b.raw) throw std::domain_error("/ 0"); return Fixed(a.raw * 1000 / b.raw, Raw()); }
    friend constexpr bool operator<(Fixed a, Fixed b) { return a.raw < b.raw; }
    explicit constexpr operator double() const { return raw / 1000.0; }
    friend std::ostream &operator<<(std::ostream &out, Fixed f) {
        if (f.raw < 0) { out << '-'; f.raw = -f.raw; }
        return out << f.raw / 1000 << '.' << std::setw(3) << std::setfill('0') << f.raw % 1000;
    }
    friend std::istream &operator>>(std::istream &in, Fixed &f) { double d; if (in >> d) f.raw = int64_t(d * 1000 + (d < 0 ? -0.5 : 0.5)); return in; }
};
constexpr Fixed operator""_m(unsigned long long n) { return Fixed::thousandths(n); }
static_assert(double(1500_m * Fixed(2)) == 3.0);
int main() {
    Fixed a, b;
    while (std::cin >> a >> b) {
        std::cout << a << ' ' << b << ' ' << a + b << ' ' << a * b << ' ' << -a << ' ' << (a < b);
        try {
            std::cout << ' ' << a / b << '\n';
        } catch (const std::domain_error &error) {
            std::cout << ' ' << error.what() << '\n';
        }
    }
    std::cout << std::cin.eof() << '\n';
}
