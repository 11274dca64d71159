// abort() calls a handler of SIGABRT, which may go elsewhere.
// options: --stdin 1
// exhaustive: true
// findings: abort 22
// tests: confirmed
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf back;

static void handle(int number) { longjmp(back, number); }

int main(void) {
    signal(SIGABRT, handle);
    if (setjmp(back) == SIGABRT)
        return 4;
    int c = getchar();
    if (c == 'n') {
        signal(SIGABRT, SIG_IGN);
        abort();
    }
    if (c == 'a')
        abort();
    return 5;
}
