// The program has the same name wherever it runs.
// options: --program-name some/tool
// exhaustive: true
// tests: confirmed
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>

int main(int argc, char **argv) {
    const char *base = strrchr(argv[0], '/');
    if (!base)
        return 1;
    if (strcmp(base, "/tool") != 0 || strcmp(program_invocation_short_name, "tool") != 0)
        return 2;
    return strcmp(program_invocation_name, argv[0]) == 0 ? 3 : 4;
}
