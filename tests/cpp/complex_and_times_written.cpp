// Complex numbers and times in streams.
#include <complex>
#include <ctime>
#include <iomanip>
#include <iostream>
#include <sstream>
int main() {
    std::cout << std::complex<double>(1, 2) << std::complex<float>(-1.5f, 0) << std::complex<long double>(0.25L, -3) << '\n';
    std::complex<double> number;
    for (const char *text : {"3", "(4)", "(5,6.5)", "(7", "x"}) {
        std::istringstream in(text);
        bool is_read = !(in >> number).fail();
        std::cout << is_read << number << '\n';
    }
    std::cout << std::setw(12) << std::complex<double>(3, 4) << "|\n";
    std::tm when{};
    when.tm_year = 121, when.tm_mon = 1, when.tm_mday = 3, when.tm_hour = 16, when.tm_min = 5, when.tm_sec = 9, when.tm_wday = 3;
    std::cout << std::put_time(&when, "%Y-%m-%d %H:%M:%S %A %b %%|%j|%c") << std::setw(3) << '|' << '\n';
}
