// Options on the command line: -v, -n DIGIT and a name; -n0 divides by zero.
//
// options: --args 2x3
// exhaustive: true
// branches: all
// findings: division-by-zero 28
// verdicts: confirmed
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    int verbose = 0, count = 1;
    const char *name = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0)
            verbose = 1;
        else if (strncmp(argv[i], "-n", 2) == 0) {
            if (argv[i][2] < '0' || argv[i][2] > '9') {
                fprintf(stderr, "-n wants a digit\n");
                return 2;
            }
            count = argv[i][2] - '0';
        } else
            name = argv[i];
    }
    if (!name)
        return 1;
    int share = 100 / count;
    if (verbose)
        printf("%s gets %d\n", name, share);
    return 0;
}
