// A failed assertion is told although a handler of SIGABRT leaves; what that does then is not followed,
// which is counted.
// options: --stdin 1
// exhaustive: false
// findings: assertion 21
// tests: confirmed
// left: a handler of SIGABRT is not followed behind a failed assertion at assertion_handler.c:21
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static jmp_buf back;

static void handle(int number) { longjmp(back, number); }

int main(void) {
    signal(SIGABRT, handle);
    if (setjmp(back) == SIGABRT)
        return 4;
    assert(getchar() != 'a');
    return 5;
}
