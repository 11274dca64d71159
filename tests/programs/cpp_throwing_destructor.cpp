// An exception from a destructor: caught if it is allowed to throw, the end of the program otherwise and in unwinding.
// exhaustive: true
// findings: uncaught-exception 11, uncaught-exception 28
// verdicts: confirmed
// tests: confirmed
#include <stdexcept>
#include <wayfarer.h>
struct Quiet {
    int n;
    ~Quiet() {
        if (n == 1) throw std::runtime_error("from a destructor");
    }
};
struct Loud {
    int n;
    ~Loud() noexcept(false) {
        if (n > 1)
            throw n;
    }
};
int main() {
    int x = wf_int("x");
    try {
        Quiet quiet{x};
        Loud loud{x == 2 || x == 3 ? x : 0};
        if (x == 3)
            throw "first";
    } catch (int n) {
        return n;
    } catch (const char *) {
        return 9;
    }
    return 0;
}
