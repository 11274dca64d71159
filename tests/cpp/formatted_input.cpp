// istream: numbers of several bases, failures, what is left, single characters.
#include <iomanip>
#include <iostream>
#include <limits>
#include <sstream>
#include <string>
int main() {
    std::istringstream in("12 -7 0x1F 077 99999999999 3.5e2 true yes 'quoted' abcdef");
    int a, b;
    in >> a >> b;
    std::cout << a << ' ' << b << '\n';
    in >> std::hex >> a >> std::oct >> b >> std::dec;
    std::cout << a << ' ' << b << '\n';
    in >> a;
    std::cout << a << ' ' << in.fail() << '\n';
    in.clear();
    double d;
    bool flag;
    in >> d >> std::boolalpha >> flag;
    std::cout << d << ' ' << flag << '\n';
    in >> flag;
    std::cout << flag << ' ' << in.fail() << ' ' << in.rdstate() << '\n';
    in.clear();
    std::string word;
    in >> word >> word;
    char text[4];
    in >> std::setw(4) >> text;
    std::cout << word << ' ' << text << ' ' << (char)in.peek() << ' ' << in.tellg() << '\n';
    in.unget();
    std::cout << (char)in.get() << in.get() << '\n';
    in.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    std::cout << in.eof() << '\n';
    std::istringstream lines("one,two,,three\nnext");
    while (std::getline(lines, word, ','))
        std::cout << '<' << word << '>';
    std::cout << '\n';
    char line[8];
    std::istringstream limited("a long line\nb\n");
    limited.getline(line, sizeof line);
    std::cout << line << ' ' << limited.fail() << ' ' << limited.gcount() << '\n';
    int sum = 0, count = 0, n;
    std::string rest;
    std::cin >> count;
    for (int i = 0; i < count && std::cin >> n; i++)
        sum += n;
    std::getline(std::cin >> std::ws, rest);
    std::cout << count << ' ' << sum << ' ' << rest << ' ' << (std::cin.get() == EOF) << '\n';
    std::istringstream strict("x");
    strict.exceptions(std::ios::failbit);
    try {
        strict >> n;
    } catch (const std::ios_base::failure &error) {
        std::cout << error.what() << '\n';
    }
}
