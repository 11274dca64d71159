// An object of no bytes has none: a native run shows the access, too. It may be freed, grown and compared.
// options: --stdin 1
// exhaustive: true
// findings: out-of-bounds 20, out-of-bounds 24, out-of-bounds 27
// tests: confirmed
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char from[2] = "x";
    int c = getchar();
    size_t size = c == 'm' || c == 'r' || c == 'g' || c == 'c' ? 0 : 1;
    char *p = malloc(size);
    char *q = calloc(size, 3);
    char *r = realloc(NULL, size);
    if (!p || !q || !r)
        return 1;
    if (c == 'm')
        p[0] = 'x';
    if (c == 'g')
        r = realloc(r, 2), r[1] = 'y';
    if (c == 'r') {
        if (q[0] == 'a')
            return 3;
    }
    memcpy(r, from, c == 'g' ? 2 : 1);
    int last = r[0] == 'x';
    free(p);
    free(q);
    free(r);
    return last;
}
