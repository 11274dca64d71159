/* Variadic functions, with every class of argument, and calls without prototypes. */
#include <stdarg.h>
#include <stdio.h>

struct small { int a, b; };
struct floats { float x, y; };
struct four { float v[4]; };
struct mixed { double d; int i; };
struct big { long v[5]; };
typedef float vec4 __attribute__((vector_size(16)));

static void show(const char *kinds, ...) {
    va_list list, copy;
    va_start(list, kinds);
    va_copy(copy, list);
    for (int pass = 0; pass < 2; pass++) {
        for (const char *k = kinds; *k; k++) {
            switch (*k) {
            case 'i': printf("%d ", pass ? va_arg(copy, int) : va_arg(list, int)); break;
            case 'l': printf("%ld ", pass ? va_arg(copy, long) : va_arg(list, long)); break;
            case 'd': printf("%g ", pass ? va_arg(copy, double) : va_arg(list, double)); break;
            case 'D': printf("%Lg ", pass ? va_arg(copy, long double) : va_arg(list, long double)); break;
            case 's': { struct small s = pass ? va_arg(copy, struct small) : va_arg(list, struct small); printf("%d,%d ", s.a, s.b); break; }
            case 'f': { struct floats s = pass ? va_arg(copy, struct floats) : va_arg(list, struct floats); printf("%g,%g ", s.x, s.y); break; }
            case '4': { struct four s = pass ? va_arg(copy, struct four) : va_arg(list, struct four); printf("%g,%g ", s.v[0], s.v[3]); break; }
            case 'm': { struct mixed s = pass ? va_arg(copy, struct mixed) : va_arg(list, struct mixed); printf("%g,%d ", s.d, s.i); break; }
            case 'b': { struct big s = pass ? va_arg(copy, struct big) : va_arg(list, struct big); printf("%ld,%ld ", s.v[0], s.v[4]); break; }
#ifdef __SIZEOF_INT128__
            case 'q': { __int128 q = pass ? va_arg(copy, __int128) : va_arg(list, __int128); printf("%llx ", (unsigned long long)(q >> 60)); break; }
#endif
            case 'v': { vec4 v = pass ? va_arg(copy, vec4) : va_arg(list, vec4); printf("%g,%g ", v[0], v[3]); break; }
            case 'p': printf("%s ", pass ? va_arg(copy, char *) : va_arg(list, char *)); break;
            }
        }
        printf("\n");
    }
    va_end(list);
    va_end(copy);
}

static int forward(int count, va_list list) {
    int sum = 0;
    while (count-- > 0)
        sum = sum * 10 + va_arg(list, int);
    return sum;
}
static int sum(int count, ...) {
    va_list list;
    va_start(list, count);
    int result = forward(count, list);
    va_end(list);
    return result;
}
static int format(char *to, unsigned long size, const char *text, ...) {
    va_list list;
    va_start(list, text);
    int result = vsnprintf(to, size, text, list);
    va_end(list);
    return result;
}

int main(void) {
    struct small s = {1, 2};
    struct floats f = {1.5f, -2.5f};
    struct four four = {{1, 2, 3, 4}};
    struct mixed m = {2.25, 9};
    struct big b = {{10, 20, 30, 40, 50}};
    vec4 v = {0.5f, 1, 2, 3.5f};
#ifdef __SIZEOF_INT128__
    __int128 q = (__int128)0x123456789 << 60;
#endif
    show("iiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    show("dddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.);
#ifdef __SIZEOF_INT128__
    show("sfmbD4qvp", s, f, m, b, 3.5L, four, q, v, "text");
    show("isdfimbilDisdmqqqbsvvvvvvvvv", 1, s, 2.5, f, 3, m, b, 4, 5L, 6.5L, 7, s, 8.5, m, q, q, q, b, s, v, v, v, v, v, v, v, v, v);
#else
    show("sfmbD4vp", s, f, m, b, 3.5L, four, v, "text");
    show("isdfimbilDisdmbsvvvvvvvvv", 1, s, 2.5, f, 3, m, b, 4, 5L, 6.5L, 7, s, 8.5, m, b, s, v, v, v, v, v, v, v, v, v);
#endif
    printf("%d\n", sum(5, 1, 2, 3, 4, 5));
    char buffer[64];
    printf("%d ", format(buffer, sizeof buffer, "%d-%s-%c", 42, "abc", 'z'));
    printf("%s\n", buffer);
    return 0;
}
