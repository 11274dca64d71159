// std::terminate of a function that lets nothing out.
// exhaustive: true
// findings: uncaught-exception 9
// verdicts: confirmed
// tests: confirmed
#include <wayfarer.h>
struct Base { virtual int get() = 0; virtual ~Base() {} };
int thrower(int x) { if (x == 3) throw 2.5; return x; }
int quiet(int x) noexcept { return thrower(x); }
struct Derived : Base { int get() override { return 4; } };
int main() {
    Derived derived;
    Base &base = derived;
    try {
        return quiet(wf_int("x")) == base.get();
    } catch (...) {
        return 2;
    }
}
