// A class of fractions whose parts are kept small: division by zero in a constructor, an order that overflows, and assertions
// that hold over all inputs.
// options: --check overflow
// exhaustive: true
// findings: division-by-zero 16, signed-overflow 20
// verdicts: confirmed
// tests: confirmed
#include <cassert>
#include <numeric>
#include <wayfarer.h>
class Fraction {
    int above, below;
public:
    Fraction(int a, int b) : above(a), below(b) {
        int most = std::gcd(a, b);
        above /= most;
        below /= most;
    }
    bool operator<(const Fraction &other) const {
        return above * other.below
            < other.above * below;
    }
    bool operator==(const Fraction &other) const { return above == other.above && below == other.below; }
};
int main() {
    int which = wf_int("which");
    static const int table[][2] = {{4, 6}, {0, 5}, {0, 0}, {9, 3}, {65536, 1}};
    wf_assume(which >= 0 && which < 5);
    int pinned = 0;
    while (pinned < which) pinned++;
    auto [a, b] = table[pinned];
    Fraction f(a, b);
    assert(Fraction(2 * a, 2 * b) == f);
    return f < Fraction(1, which == 4 ? 99999 : 7);
}
