// What a program makes of the name `errno` is its own, wherever <errno.h> is included again.
// options: --spec libc
// findings: none
// verdicts: confirmed
// exhaustive: true
#include <errno.h>
#undef errno
static int mine;
#define errno mine
#include <errno.h>

int main(void) {
    mine = 3;
    return errno == 3 ? 0 : 1;
}
