// An empty std::function, a lambda that outlives what it refers to, a comparison that is no order.
// exhaustive: true
// findings: uncaught-exception 16, use-after-free 11
// verdicts: confirmed
// tests: confirmed
#include <functional>
#include <wayfarer.h>
static std::function<int()> made(int x) {
    int local[4] = {x, 1, 2, 3};
    std::function<int()> by_value = [=] { return local[1]; }, by_reference = [&local] {
        return local[0]; }, none;
    return x == 1 ? by_reference : x == 2 ? none : by_value;
}
int main() {
    std::function<int()> f = made(wf_int("x"));
    return f();
}
