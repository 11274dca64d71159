// Which object is freed depends on an input: each is judged by what made it.
// exhaustive: true
// paths: 3
// findings: invalid-free 14, invalid-free 10
// verdicts: confirmed
// tests: confirmed
#include <cstdlib>
#include <memory>
#include <wayfarer.h>
static void release(char *p) { delete p; }
int main() {
    char *places[3] = {new char, new char[3], (char *)std::malloc(2)};
    unsigned which = wf_int("which");
    if (which == 2) delete[] places[2];
    wf_assume(which < 2);
    release(places[which]);
    return 0;
}
