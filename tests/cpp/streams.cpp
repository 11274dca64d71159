#include <iostream>
#include <iomanip>
#include <sstream>
#include <string>
int main() {
    std::cout << "hello " << 42 << ' ' << -7L << ' ' << 2.5 << ' ' << true << std::boolalpha << false << std::endl;
    std::cout << std::hex << std::showbase << 255 << std::dec << ' ' << std::setw(6) << std::setfill('*') << 12 << '\n';
    std::cout << std::fixed << std::setprecision(3) << 3.14159 << ' ' << std::scientific << 1234.5 << std::defaultfloat << ' ' << 1e10 << '\n';
    std::string word; int n; double d; char c;
    std::cin >> word >> n >> d >> c;
    std::cout << word << '|' << n << '|' << d << '|' << c << '\n';
    std::string line;
    std::getline(std::cin, line);
    while (std::getline(std::cin, line)) std::cout << '[' << line << "]\n";
    std::ostringstream out; out << "x=" << 5 << ",y=" << 1.5f; std::cout << out.str() << out.str().size() << '\n';
    std::istringstream in("10 20 x 30"); int sum = 0, k; while (in >> k) sum += k; std::cout << sum << in.fail() << in.eof() << '\n';
    std::cerr << "error\n";
    std::cout << std::cin.eof() << std::cin.fail() << (bool)std::cin << '\n';
}
