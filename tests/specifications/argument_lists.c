// Lists of arguments: one that is left without va_end for one input, one that is used behind its end, one that is begun
// twice, one that is handed on twice, and one with which all is well.
// options: --spec libc --cflags -Wall --cflags -Wextra --cflags -pedantic --cflags -Werror --cflags -std=c11
// findings: specification-violation 25, specification-violation 32, specification-violation 40, specification-violation 52
// verdicts: confirmed
// exhaustive: true
#include <stdarg.h>
#include <stdio.h>
#include <wayfarer.h>

typedef va_list arguments;

static int sum(int count, ...) {
    va_list list;
    int result = 0;
    va_start(list, count);
    while (count-- > 0) {
        int value = va_arg(list, int);
        if (value < 0)
            return -1;
        result += value;
    }
    va_end(list);
    return result;
}

static int twice(char *to, size_t size, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int length = vsnprintf(to, size, format, list);
    va_end(list);
    return length > 1 ? vsnprintf(to, size, format, list) : length;
}

static int again(int count, ...) {
    va_list list;
    va_start(list, count);
    int first = va_arg(list, int);
    if (first == 7) {
        va_start(list, count);
        first = va_arg(list, int);
    }
    va_end(list);
    return first;
}

static int handed(char *to, size_t size, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int length = vsnprintf(to, size, format, list);
    if (length == 2)
        length += vsnprintf(to, size, format, list);
    va_end(list);
    return length;
}

static int next(va_list *list) {
    return va_arg(*list, int);
}

static int of(char *to, size_t size, const char *format, arguments list) {
    return vsnprintf(to, size, format, list);
}

static int well(char *to, size_t size, const char *format, ...) {
    struct both {
        va_list list;
        int length;
    } both;
    va_list list;
    va_list *other = &both.list;
    va_start(list, format);
    va_copy(both.list, list);
    both.length = of(to, size, format, list);
    va_end(list);
    if (both.length == 2) {
        va_start(list, format);
        both.length += next(&list);
        va_end(list);
    }
    both.length += next(other);
    va_end(both.list);
    return both.length + (int)sizeof(va_list);
}

int main(void) {
    int which = wf_int("which"), value = wf_int("value");
    char text[16];
    wf_assume(value > -10 && value < 100);
    switch (which) {
    case 1: return sum(2, 1, value);
    case 2: return twice(text, sizeof text, "%d", value);
    case 3: return again(1, value);
    case 4: return handed(text, sizeof text, "%d", value);
    case 5: return well(text, sizeof text, "%d", value) == 0;
    default: return 0;
    }
}
