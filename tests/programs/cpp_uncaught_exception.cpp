// An exception that nothing catches ends the program where it is thrown; those that are caught do not.
// exhaustive: true
// findings: uncaught-exception 10, uncaught-exception 18
// verdicts: confirmed
// tests: confirmed
#include <stdexcept>
#include <vector>
#include <wayfarer.h>
struct TooBig : std::runtime_error { using runtime_error::runtime_error; };
int limited(int x) { if (x > 100) throw TooBig("too big"); return x; }
int main() {
    int x = wf_int("x");
    std::vector<int> v{1, 2, 3};
    try {
        if (x < 0)
            throw x;
        if (x == 50)
            v.at(3) = 1;
        limited(x);
    } catch (int n) {
        return n == -7;
    }
    return 0;
}
