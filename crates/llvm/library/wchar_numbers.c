/* wchar.h: wide strings to numbers, as the functions on bytes have it. */
#include "library.h"

#include "decimal.h"
#include <inttypes.h>
#include <wchar.h>

/* A copy up to the first character that no number has, to be freed. */
static char *narrowed(const wchar_t *string) {
    size_t length = 0;
    while ((uint32_t)string[length] - 1 < 127)
        length++;
    char *copy = wf__malloc(length + 1);
    for (size_t i = 0; i < length; i++)
        copy[i] = (char)string[i];
    copy[length] = 0;
    return copy;
}

static void end_at(wchar_t **end, const wchar_t *string, size_t length) {
    if (end)
        *end = (wchar_t *)string + length;
}

#define INTEGER(type, name, conversion)                                                            \
    type name(const wchar_t *restrict string, wchar_t **restrict end, int base) {                  \
        char *copy = narrowed(string), *stop = copy;                                               \
        type value = (type)conversion(copy, &stop, base, 8 * (int)sizeof(type));                   \
        end_at(end, string, (size_t)(stop - copy));                                                \
        wf__free(copy);                                                                            \
        return value;                                                                              \
    }
INTEGER(long, wcstol, wfl_parse_signed)
INTEGER(long long, wcstoll, wfl_parse_signed)
INTEGER(intmax_t, wcstoimax, wfl_parse_signed)
INTEGER(unsigned long, wcstoul, wfl_parse_unsigned)
INTEGER(unsigned long long, wcstoull, wfl_parse_unsigned)
INTEGER(uintmax_t, wcstoumax, wfl_parse_unsigned)

#define FLOAT(type, name, format, conversion)                                                      \
    type name(const wchar_t *restrict string, wchar_t **restrict end) {                            \
        char *copy = narrowed(string);                                                             \
        const char *stop = copy;                                                                   \
        type value = conversion(wfl_parse_number(copy, &stop, &format));                           \
        end_at(end, string, (size_t)(stop - copy));                                                \
        wf__free(copy);                                                                            \
        return value;                                                                              \
    }
FLOAT(float, wcstof, wfl_float, wfl_to_float)
FLOAT(double, wcstod, wfl_double, wfl_to_double)
FLOAT(long double, wcstold, wfl_long_double, wfl_to_long_double)
