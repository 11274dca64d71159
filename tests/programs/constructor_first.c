// A constructor of the priority that is the first for programs decides like other code.
//
// findings: none
// tests: confirmed
// exhaustive: true
#include <stdlib.h>

static int level;

__attribute__((constructor(101))) static void first(void) {
    const char *home = getenv("HOME");
    level = home ? 2 : 1;
}

int main(void) { return level == 1 ? 0 : 3; }
