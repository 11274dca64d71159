/* stdlib.h: strings to floating point. */
#include "library.h"

#include "decimal.h"
#include <stdlib.h>

static struct wfl_number parse(const char *string, char **end, const struct wfl_format *format) {
    const char *stop;
    struct wfl_number number = wfl_parse_number(string, &stop, format);
    if (end)
        *end = (char *)stop;
    return number;
}

float strtof(const char *restrict string, char **restrict end) {
    return wfl_to_float(parse(string, end, &wfl_float));
}

double strtod(const char *restrict string, char **restrict end) {
    return wfl_to_double(parse(string, end, &wfl_double));
}

long double strtold(const char *restrict string, char **restrict end) {
    return wfl_to_long_double(parse(string, end, &wfl_long_double));
}

double atof(const char *string) { return wfl_to_double(parse(string, NULL, &wfl_double)); }

float strtof_l(const char *restrict string, char **restrict end, locale_t locale) {
    (void)locale;
    return wfl_to_float(parse(string, end, &wfl_float));
}

double strtod_l(const char *restrict string, char **restrict end, locale_t locale) {
    (void)locale;
    return wfl_to_double(parse(string, end, &wfl_double));
}

long double strtold_l(const char *restrict string, char **restrict end, locale_t locale) {
    (void)locale;
    return wfl_to_long_double(parse(string, end, &wfl_long_double));
}

double __strtod_internal(const char *restrict string, char **restrict end, int group) {
    (void)group;
    return wfl_to_double(parse(string, end, &wfl_double));
}
