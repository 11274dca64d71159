// Manipulators and flags of ostream.
#include <cmath>
#include <iomanip>
#include <iostream>
#include <limits>
struct Point { int x, y; };
std::ostream &operator<<(std::ostream &out, const Point &p) { return out << '(' << p.x << ", " << p.y << ')'; }
int main() {
    std::cout << Point{1, -2} << ' ' << std::setw(10) << "right" << '|' << std::left << std::setw(10) << "left" << "|\n";
    std::cout << std::internal << std::setw(8) << -42 << '|' << std::setfill('0') << std::setw(5) << 7 << '\n';
    std::cout << std::oct << 64 << ' ' << std::hex << std::uppercase << 48879 << std::nouppercase << std::dec << '\n';
    std::cout << std::showpos << 5 << ' ' << 2.5 << std::noshowpos << ' ' << std::showpoint << 3.0 << '\n';
    std::cout << std::noshowpoint << 1.0 / 3 << ' ' << std::setprecision(12) << 1.0 / 3 << ' ' << 1e-7 << ' ' << 123456789.0 << '\n';
    std::cout << std::hexfloat << 1.5 << std::defaultfloat << ' ' << NAN << ' ' << -INFINITY << '\n';
    std::cout << std::numeric_limits<int>::min() << ' ' << std::numeric_limits<unsigned long>::max() << ' ' << 1.5f << ' ' << 2.25L << '\n';
    std::cout << (void *)nullptr << ' ' << 'a' << ' ' << (unsigned char)'b' << ' ' << (short)-3 << ' ' << std::boolalpha << true << '\n';
    std::cout.put('p').write("written", 4) << std::endl << std::flush;
    auto before = std::cout.flags(std::ios::hex | std::ios::showbase);
    std::cout << 255 << ' ';
    std::cout.flags(before);
    std::cout.width(6);
    std::cout << 255 << std::endl;
    std::clog << "log\n";
}
