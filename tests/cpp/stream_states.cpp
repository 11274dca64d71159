// States of streams: eof, fail and bad, exceptions() that throws, recovery, tied streams, peeking and putting back, ignore.
#include <fstream>
#include <iomanip>
#include <iostream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

static std::string state(const std::ios &stream) {
    std::string text;
    text += stream.good() ? 'g' : '-';
    text += stream.eof() ? 'e' : '-';
    text += stream.fail() ? 'f' : '-';
    text += stream.bad() ? 'b' : '-';
    return text;
}

struct Point { int x, y; };
static std::istream &operator>>(std::istream &in, Point &point) {
    char open, comma, close;
    if (in >> open >> point.x >> comma >> point.y >> close && (open != '(' || comma != ',' || close != ')'))
        in.setstate(std::ios::failbit);
    return in;
}

int main() {
    std::istringstream in("12 x 34\n56 78");
    int n = -1;
    in >> n;
    std::cout << n << state(in) << ' ';
    in >> n;
    std::cout << n << state(in) << ' ';
    in.clear();
    std::string word;
    in >> word >> n;
    std::cout << word << n << state(in) << ' ';
    in >> n >> n;
    std::cout << n << state(in) << ' ';
    in >> n;
    std::cout << n << state(in) << '\n';
    std::istringstream numbers("1 2 three 4 5.5 6");
    int sum = 0, skipped = 0;
    while (!numbers.eof()) {
        if (numbers >> n) {
            sum += n;
        } else if (!numbers.eof()) {
            numbers.clear();
            numbers.ignore(std::numeric_limits<std::streamsize>::max(), ' ');
            skipped++;
        }
    }
    std::cout << sum << ' ' << skipped << '\n';
    std::istringstream strict("7 seven");
    strict.exceptions(std::ios::failbit | std::ios::badbit);
    try {
        strict >> n;
        std::cout << n << ' ';
        strict >> n;
    } catch (const std::ios_base::failure &error) {
        std::cout << "failure " << (error.code() == std::io_errc::stream) << state(strict) << '\n';
    }
    try {
        std::ifstream missing;
        missing.exceptions(std::ifstream::failbit);
        missing.open("there/is/no/such.file");
    } catch (const std::system_error &error) {
        std::cout << "no file\n";
    }
    std::istringstream points("(1,2) ( 3 , 4 ) (5;6)");
    for (Point point; points >> point;)
        std::cout << point.x << '/' << point.y << ' ';
    std::cout << state(points) << '\n';
    std::istringstream letters("abc");
    std::cout << (char)letters.peek() << (char)letters.get() << (char)letters.get();
    letters.unget();
    letters.putback('Z');
    std::cout << state(letters) << ' ';
    letters.clear();
    std::cout << (char)letters.get() << letters.tellg() << ' ';
    letters.seekg(-1, std::ios::end);
    std::cout << (char)letters.get() << letters.get() << state(letters) << '\n';
    std::istringstream lines("first\n\nthird line\nlast");
    std::vector<std::string> all;
    for (std::string line; std::getline(lines, line);)
        all.push_back(line);
    std::cout << all.size() << all[2] << state(lines) << ' ';
    char few[4];
    std::istringstream narrow("abcdefg");
    narrow.getline(few, sizeof few);
    std::cout << few << narrow.gcount() << state(narrow) << ' ';
    narrow.clear();
    narrow.read(few, 3);
    std::cout << narrow.gcount() << few[0] << ' ' << narrow.readsome(few, 4) << ' ' << narrow.get() << state(narrow) << '\n';
    std::ostringstream out;
    out << std::setw(5) << std::left << std::setfill('.') << 42 << '|' << std::internal << std::setw(6) << -42 << '|' << std::setw(3) << "long";
    std::cout << out.str() << ' ' << out.tellp() << ' ' << (std::cin.tie() == &std::cout) << '\n';
    std::ostream nowhere(nullptr);
    nowhere << "lost" << 5;
    std::cout << state(nowhere) << (nowhere ? 1 : 0) << (!nowhere ? 1 : 0) << '\n';
    std::stringstream both;
    both << "x " << std::quoted("say \"hi\"") << ' ' << 3;
    std::string quoted;
    both >> word >> std::quoted(quoted) >> n;
    std::cout << quoted << n << state(both) << '\n';
}
