// Explored alone, a function is passed nothing behind the parameters that it declares: what it reads of that is for callers to pass.
//
// functions: sum_of
// unusual: out-of-bounds in sum_of, 1 time

#include <stdarg.h>

int sum_of(int count, ...) {
    va_list rest;
    int sum = 0;
    va_start(rest, count);
    while (count-- > 0)
        sum += va_arg(rest, int);
    va_end(rest);
    return sum;
}
