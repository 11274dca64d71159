// What is executed when main has returned, and behind a jump out of a function, is reached, too.
// reach: --args 1x2 --target exit_handlers.c:12 --target exit_handlers.c:22
//   exit_handlers.c:12: reached
//   exit_handlers.c:22: reached
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf back;
static int given;
static void last(void) {
    if (given == 'q')
        given = 0;
}

static void leave(int c) {
    if (c == 'j')
        longjmp(back, 1);
}

int main(int argc, char **argv) {
    if (setjmp(back))
        return 1;
    atexit(last);
    if (argc < 2)
        return 0;
    given = argv[1][0];
    leave(argv[1][1]);
    return 0;
}
