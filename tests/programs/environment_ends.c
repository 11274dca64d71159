// A free variable of the environment ends behind its first zero, and nothing else is there: of the
// native run's own settings the program sees none, and the order is as given.
// options: --env MODE=sym:2 --env ALPHA=1
// exhaustive: true
// findings: out-of-bounds 15
// verdicts: confirmed
// tests: confirmed
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv, char **variables) {
    if (strncmp(variables[0], "MODE=", 5) != 0 || strcmp(variables[1], "ALPHA=1") != 0 || variables[2])
        return 1;
    char *mode = getenv("MODE");
    return mode[1] == 'b' ? 2 : 3;
}
