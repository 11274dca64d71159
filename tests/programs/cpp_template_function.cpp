// A function made of a template, by its name without what stands before it; a lambda in a function of that name is another.
// options: --function largest(int,int)
// exhaustive: true
// findings: assertion 9
// verdicts: confirmed
#include <cassert>
#include <functional>
template <class T> T largest(T a, T b) {
    assert(a != 77);
    return a < b ? b : a;
}
template int largest<int>(int, int);
template long largest<long>(long, long);
int largest_of_three(int a, int b, int c) {
    std::function<int(int)> with = [b](int other) { return largest(b, other); };
    return largest(a, with(c));
}
