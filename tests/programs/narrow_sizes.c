// Sizes, limits and the library of programs of 32 bits.
// options: -m32 --stdin 3
// exhaustive: true
// findings: out-of-bounds 31
// left: none
// tests: confirmed
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <wayfarer.h>

_Static_assert(sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(long double) == 12, "i386");

static long long sum(int count, ...) {
    va_list list;
    va_start(list, count);
    long long result = 0;
    for (int i = 0; i < count; i++)
        result += va_arg(list, int) + va_arg(list, long long) + (long long)va_arg(list, double);
    va_end(list);
    return result;
}

/* The product of the sizes does not fit: too little is allocated. */
static int filled(size_t count) {
    int *items = malloc(count * sizeof *items);
    if (!items)
        return 0;
    items[2] = 7;
    free(items);
    return 1;
}

int main(void) {
    int c = getchar(), d = getchar();
    if (sum(2, c, 1LL << 33, 2.5, d, -1LL, 1e10) == 18589934593LL + 'x' + 'y')
        puts("found");
    errno = 0;
    if (c == 'l' && strtol("3000000000", NULL, 10) == LONG_MAX && errno == ERANGE)
        printf("%ld %lld %zu %Lf\n", LONG_MIN, LLONG_MAX, sizeof c, 1.5L);
    if (c == 's')
        return filled(0x40000001u);
    return 0;
}
