// The directory of a test is its own parent.
// options: --arg ../ --file A=1
// exhaustive: false
// left: a file that the run is not given is looked for at file_above_root.c:13, a file that the run is not given is looked for at file_above_root.c:16
// findings: none
// tests: confirmed
#include <stdio.h>
#include <sys/stat.h>

int main(int argc, char **argv) {
    struct stat status;
    (void)argc;
    if (stat(argv[1], &status) != 0)
        return 1;
    if (S_ISDIR(status.st_mode))
        return stat("../A", &status) == 0 ? 2 : 3;
    return 4;
}
