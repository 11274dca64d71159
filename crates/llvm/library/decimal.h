/* Exact conversion between binary floating point and decimal, for printf, scanf and strtod. */
#ifndef WFL_DECIMAL_H
#define WFL_DECIMAL_H

#include <stdbool.h>
#include <stdint.h>

/* The exact value 0.DDDD… × 10^point. `digits` has a spare place before it for a carry. */
struct wfl_decimal {
    char *digits;
    int count, point;
    void *memory; /* to be freed */
};

/* All digits of mantissa × 2^exponent. */
struct wfl_decimal wfl_decimal_of(uint64_t mantissa, int exponent);
/* Keeps the first `count` digits (0 or less: none), rounded to nearest, ties to even. */
void wfl_decimal_round(struct wfl_decimal *decimal, int64_t count);

/* A floating-point format: bits of the significand, least and greatest exponent; how many decimal
   digits surely fit in the significand, and up to which power 10 is exact. */
struct wfl_format {
    int precision, least, greatest;
    int digits, power;
};

extern const struct wfl_format wfl_float, wfl_double, wfl_long_double;

/* What a string denotes in a format: mantissa × 2^exponent with the mantissa's top bit at
   precision - 1 unless subnormal; or, if `decimal`, mantissa × 10^exponent, where both are exact in
   the format, so that one operation rounds it correctly and the digits may be symbolic. */
struct wfl_number {
    uint64_t mantissa;
    int exponent;
    bool negative, infinite, nan, decimal;
    uint64_t payload; /* of the nan */
};

/* strtod: parses a number, sets errno to ERANGE as strtod does; `end` is where it ends, or the
   string itself if there is none. */
struct wfl_number wfl_parse_number(const char *string, const char **end,
                                   const struct wfl_format *format);
/* The values themselves. */
float wfl_to_float(struct wfl_number number);
double wfl_to_double(struct wfl_number number);
long double wfl_to_long_double(struct wfl_number number);

#endif
