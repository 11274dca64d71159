// A stream of no path is none, and no error.
//
// options: --stdin 1 --jobs 1
// exhaustive: true
// findings: abort 14
// tests: confirmed
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    const char *path = getchar() == 'a' ? NULL : "absent";
    if (fopen(path, "r") == NULL && errno == EFAULT)
        abort();
    return 0;
}
