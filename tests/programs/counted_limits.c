// A limit that the program sets binds nobody.
// exhaustive: false
// left: a limit of resources, which binds nobody, is set at counted_limits.c:9, tests that ran otherwise than predicted
// findings: none
#include <sys/resource.h>

int main(void) {
    struct rlimit none = {0, 0};
    return setrlimit(RLIMIT_FSIZE, &none);
}
