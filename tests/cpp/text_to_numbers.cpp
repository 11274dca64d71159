// Texts to numbers and back: stoi and its like with their errors, to_string, charconv of integers, strtod's corners, streams of hex.
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iomanip>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>

template <class F> static void attempt(const char *text, F f) {
    try {
        size_t used = 99;
        auto value = f(std::string(text), &used);
        std::printf("%s=%.10g/%zu ", text, (double)value, used);
    } catch (const std::invalid_argument &error) {
        std::printf("%s: invalid %s; ", text, error.what());
    } catch (const std::out_of_range &error) {
        std::printf("%s: range %s; ", text, error.what());
    }
}

template <class T> static void parse(const std::string &text, int base = 10) {
    T value = 42;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    std::printf("%lld/%td/%d ", (long long)value, end - text.data(), (int)error);
}

template <class T> static std::string limits() {
    using L = std::numeric_limits<T>;
    return std::to_string(L::min()) + ".." + std::to_string(L::max()) + (L::is_signed ? " signed " : " ") + std::to_string(L::digits10);
}

int main() {
    auto as_int = [](const std::string &text, size_t *used) { return std::stoi(text, used); };
    for (const char *text : {"12", "  -7x", "+5", "2147483647", "2147483648", "", "abc", "0x1f", "- 1"})
        attempt(text, as_int);
    std::printf("\n");
    auto in_base = [](int base) { return [base](const std::string &text, size_t *used) { return std::stol(text, used, base); }; };
    attempt("0x1f", in_base(16));
    attempt("0x1f", in_base(0));
    attempt("0779", in_base(0));
    attempt("zz", in_base(36));
    attempt("102", in_base(2));
    attempt("-1", [](const std::string &text, size_t *used) { return std::stoull(text, used); });
    std::printf("\n");
    auto as_double = [](const std::string &text, size_t *used) { return std::stod(text, used); };
    for (const char *text : {"1.5e3", ".5", "5.", "1e", "-inf", "1e999", "0x1.8p3", "1,5", "e5", "4.9e-324"})
        attempt(text, as_double);
    attempt("1e-50", [](const std::string &text, size_t *used) { return std::stof(text, used); });
    std::printf("\n%s %s %s\n", std::to_string(-0.5).c_str(), std::to_string(1e20).c_str(), std::to_string(LLONG_MIN).c_str());
    std::printf("%s %s %s\n", limits<int>().c_str(), limits<uint8_t>().c_str(), limits<long long>().c_str());
    parse<int>("123abc");
    parse<int8_t>("200");
    parse<unsigned>("-1");
    parse<unsigned>("ffffffff", 16);
    parse<unsigned>("100000000", 16);
    parse<int>("+1");
    parse<long>("-zz", 36);
    parse<short>("-32768");
    std::printf("\n");
    for (int base : {2, 8, 10, 16, 36}) {
        char text[70];
        auto end = std::to_chars(text, text + sizeof text, -123456789L, base).ptr;
        *end = 0;
        std::printf("%s ", text);
    }
    std::istringstream in("ff 0x10 077 1e2 -3 99999999999 true 0");
    int hex, prefixed, octal;
    double real;
    unsigned wrapped;
    int large;
    in >> std::hex >> hex >> std::setbase(0) >> prefixed >> octal >> std::dec >> real >> wrapped >> large;
    std::printf("\n%d %d %d %g %u %d %d\n", hex, prefixed, octal, real, wrapped, large, in.fail());
    in.clear();
    bool yes, no;
    in >> std::boolalpha >> yes >> std::noboolalpha >> no;
    std::printf("%d %d %d\n", yes, no, in.eof());
    errno = 0;
    char *end;
    double huge = std::strtod("1e400 rest", &end);
    std::printf("%d %d%s\n", huge > 1e308, errno == ERANGE, end);
    std::ostringstream out;
    out << std::showbase << std::uppercase << std::hex << 255 << ' ' << std::oct << 8 << ' ' << std::dec << std::showpos << 7 << ' ' << std::scientific << std::setprecision(2) << 12345.678 << ' ' << std::hexfloat << 1.0;
    std::printf("%s\n", out.str().c_str());
}
