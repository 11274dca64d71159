// complex, valarray, ratio, numeric_limits, cmath overloads.
#include <cmath>
#include <complex>
#include <cstdio>
#include <limits>
#include <numeric>
#include <ratio>
#include <valarray>
int main() {
    std::complex<double> a(1, 2), b = std::polar(2.0, 0.5);
    auto c = a * b + std::conj(a);
    std::printf("%.10f %.10f %.10f\n", c.real(), c.imag(), std::norm(a));
    std::valarray<int> v{1, 2, 3, 4}, w = v * v + 1;
    std::printf("%d %d %d\n", w.sum(), w.max(), (int)std::valarray<int>(v[std::slice(0, 2, 2)]).sum());
    using sum = std::ratio_add<std::ratio<1, 3>, std::ratio<1, 6>>;
    std::printf("%ld/%ld\n", (long)sum::num, (long)sum::den);
    std::printf("%g %d %d\n", std::numeric_limits<double>::epsilon(), std::numeric_limits<char>::digits, std::numeric_limits<float>::has_infinity);
    std::printf("%g %g %g\n", std::pow(2, 0.5f), std::hypot(3.0, 4.0), std::fmod(-7.5, 2));
    std::printf("%d %d %d\n", (int)std::lcm(4, 6), (int)std::lround(2.5), std::isnan(NAN));
}
