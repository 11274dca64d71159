// Which string of several is appended to depends on an input; how much one holds that keeps its text in itself, nobody has written,
// and nothing depends on.
// options: --check uninit
// findings: assertion 12
// verdicts: confirmed
#include <cassert>
#include <string>
#include <wayfarer.h>
int main() {
    int k = wf_int("k");
    std::string texts[2];
    texts[k & 1] += "x"; assert(k != 5);
    return 0;
}
