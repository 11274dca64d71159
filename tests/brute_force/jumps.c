// setjmp, longjmp with 0, goto, static variables and variadic functions.
#include <wayfarer.h>
#include <setjmp.h>
#include <stdarg.h>

static jmp_buf back;

static void leave(int x) {
    if (x > 9)
        longjmp(back, x);
    if (x == 3)
        longjmp(back, 0);
}

static long sum(int count, ...) {
    va_list list;
    va_start(list, count);
    long total = 0;
    for (int i = 0; i < count; i++) {
        if (i & 1)
            total += (long)va_arg(list, double);
        else
            total += va_arg(list, int);
    }
    va_end(list);
    return total;
}

int main(void) {
    unsigned char c;
    static int rounds;
    wf_symbolic(&c, 1, "c");
again:
    if (rounds++ < c >> 6)
        goto again;
    int how = setjmp(back);
    if (how == 0) {
        leave(c & 15);
        if (sum(c & 3, 1, 2.5, 3) == 6)
            return 1;
        return 0;
    }
    wf_assert(how != 1);
    if (how == 12)
        return 2;
    return 3;
}
