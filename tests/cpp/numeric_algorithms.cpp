// flags: -std=c++20
// numeric: accumulations, scans, differences, gcd and lcm, iota, midpoint; with operators of one's own; polynomials and primes.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

template <class T> static void show(const char *name, const std::vector<T> &values) {
    std::printf("%s:", name);
    for (const T &value : values)
        std::printf(" %g", (double)value);
    std::printf("\n");
}

struct Modular {
    static constexpr int64_t modulus = 1'000'000'007;
    int64_t n;
    Modular operator*(Modular other) const { return {n * other.n % modulus}; }
    Modular operator+(Modular other) const { return {(n + other.n) % modulus}; }
};
static Modular power(Modular base, uint64_t exponent) {
    Modular result{1};
    for (; exponent; exponent >>= 1, base = base * base)
        if (exponent & 1)
            result = result * base;
    return result;
}

static double horner(const std::vector<double> &coefficients, double x) {
    return std::accumulate(coefficients.rbegin(), coefficients.rend(), 0.0, [x](double sum, double c) { return sum * x + c; });
}

static double root(const std::vector<double> &coefficients, double low, double high) {
    while (high - low > 1e-12) {
        double middle = std::midpoint(low, high);
        (std::signbit(horner(coefficients, middle)) == std::signbit(horner(coefficients, low)) ? low : high) = middle;
    }
    return low;
}

int main() {
    std::vector<int> values(10);
    std::iota(values.begin(), values.end(), 1);
    std::vector<int> result(10);
    std::partial_sum(values.begin(), values.end(), result.begin());
    show("sums", result);
    std::partial_sum(values.begin(), values.begin() + 6, result.begin(), std::multiplies<>());
    show("products", result);
    std::adjacent_difference(result.begin(), result.end(), result.begin());
    show("differences", result);
    std::inclusive_scan(values.begin(), values.end(), result.begin(), [](int a, int b) { return std::max(a, 20 - 3 * b); });
    show("inclusive", result);
    std::exclusive_scan(values.begin(), values.end(), result.begin(), 100);
    show("exclusive", result);
    std::transform_exclusive_scan(values.begin(), values.end(), result.begin(), 0, std::plus<>(), [](int n) { return n * n; });
    show("squares", result);
    std::printf("%d ", std::inner_product(values.begin(), values.end(), values.rbegin(), 0));
    std::printf("%d ", std::transform_reduce(values.begin(), values.end(), 0, std::bit_xor<>(), [](int n) { return n << n; }));
    std::printf("%d\n", std::reduce(values.begin(), values.end(), 1, std::multiplies<>()));
    std::string joined = std::accumulate(std::next(values.begin()), values.end(), std::to_string(values[0]), [](std::string text, int n) { return std::move(text) + '-' + std::to_string(n); });
    std::printf("%s %d %ld %d\n", joined.c_str(), std::gcd(84, -36), std::lcm(21L, 6), std::gcd(0, 7));
    std::printf("%lld %lld\n", (long long)power({2}, 1'000'000).n, (long long)power({3}, Modular::modulus - 2).n);
    std::printf("%.10f %.10f\n", horner({-2, 0, 1}, 3), root({-2, 0, 1}, 0, 2));
    std::printf("%d %d %g\n", std::midpoint(INT32_MAX, INT32_MAX - 3), std::midpoint(-3, -4), std::midpoint(1e308, 1.2e308));
    std::vector<std::complex<double>> roots;
    for (int i = 0; i < 6; i++)
        roots.push_back(std::polar(1.0, i * std::acos(-1.0) / 3));
    auto sum = std::accumulate(roots.begin(), roots.end(), std::complex<double>());
    auto product = std::accumulate(roots.begin(), roots.end(), std::complex<double>(1), std::multiplies<>());
    std::printf("%d %.6f %.6f\n", std::abs(sum) < 1e-12, product.real(), std::abs(product));
    std::array<double, 5> weights{0.1, 0.2, 0.3, 0.15, 0.25}, marks{1, 2, 3, 4, 5};
    double mean = std::inner_product(weights.begin(), weights.end(), marks.begin(), 0.0);
    double variance = std::inner_product(weights.begin(), weights.end(), marks.begin(), 0.0, std::plus<>(), [mean](double w, double x) { return w * (x - mean) * (x - mean); });
    std::printf("%.6f %.6f %.6f\n", mean, variance, std::lerp(1.0, 4.0, 0.25));
    std::printf("%.3f %.3f %.0f %.4f\n", std::hypot(2.0, 3.0, 6.0), std::cbrt(-27.0), std::tgamma(6.0), std::remainder(7.5, 2.0));
}
