// A program that changes its environment before it asks for memory.
// options: --args 1x1
// exhaustive: true
// findings: none
// tests: confirmed
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    char *text;
    if (argc < 2 || putenv("TZ=UTC0") != 0)
        return 1;
    text = malloc(100);
    if (!text || setenv("NAME", argv[1], 1) != 0)
        return 2;
    strcpy(text, getenv("NAME"));
    unsetenv("TZ");
    if (getenv("TZ") || text[0] == 'a')
        return 3;
    free(text);
    return 0;
}
