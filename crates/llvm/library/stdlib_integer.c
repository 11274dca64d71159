/* stdlib.h: strings to integers, and integer arithmetic. */
#include "library.h"

#include <inttypes.h>
#include <stdlib.h>

/* What a parse found: the magnitude (saturated), its sign and where it ends (null: no number). */
struct number {
    uint64_t magnitude;
    int digits;
    bool negative, overflow;
    const char *end;
};

static bool is_prefix(const char *string, char letter, int base) {
    return string[0] == '0' && (string[1] | 32) == letter &&
           wfl_digit_value((unsigned char)string[2]) < base;
}

static struct number parse(const char *string, int base, bool binary_prefix) {
    struct number result = {0};
    while (wfl_is_space((unsigned char)*string))
        string++;
    if ((*string == '-') | (*string == '+'))
        result.negative = *string++ == '-';
    if ((base == 0 || base == 16) && is_prefix(string, 'x', 16)) {
        string += 2;
        base = 16;
    } else if (binary_prefix && (base == 0 || base == 2) && is_prefix(string, 'b', 2)) {
        string += 2;
        base = 2;
    } else if (base == 0) {
        base = *string == '0' ? 8 : 10;
    }
    /* 36^12 < 2^63: no check, and for a symbolic string no branch, on the first twelve digits. */
    int count = 0;
    for (;; string++, count++) {
        if (!wfl_is_digit_of((unsigned char)*string, base))
            break;
        unsigned digit = wfl_digit_of((unsigned char)*string, base);
        uint64_t next;
        if (count < 12)
            next = result.magnitude * (uint64_t)base + digit;
        else if (__builtin_mul_overflow(result.magnitude, (uint64_t)base, &next) ||
                 __builtin_add_overflow(next, (uint64_t)digit, &next))
            result.overflow = true;
        result.magnitude = next;
    }
    if (count > 0)
        result.end = string;
    result.digits = count;
    return result;
}

/* Digits that fit a number of so many bits with its sign, in any base: 36^12 < 2^63, 36^5 < 2^31. */
static int safe_digits(int bits) { return bits == 64 ? 12 : 5; }

static int64_t parse_signed(const char *string, char **end, int base, bool binary_prefix, int bits) {
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        return 0;
    }
    struct number number = parse(string, base, binary_prefix);
    if (end)
        *end = (char *)(number.end ? number.end : string);
    uint64_t limit = ((uint64_t)INT64_MAX >> (64 - bits)) + number.negative;
    if (number.digits > safe_digits(bits) && (number.overflow || number.magnitude > limit)) {
        errno = ERANGE;
        return (int64_t)(number.negative ? -limit : limit);
    }
    return (int64_t)(number.negative ? -number.magnitude : number.magnitude);
}

static uint64_t parse_unsigned(const char *string, char **end, int base, bool binary_prefix, int bits) {
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        return 0;
    }
    struct number number = parse(string, base, binary_prefix);
    if (end)
        *end = (char *)(number.end ? number.end : string);
    uint64_t greatest = UINT64_MAX >> (64 - bits);
    bool is_long = number.digits > safe_digits(bits);
    if (number.overflow || (bits < 64 && is_long && number.magnitude > greatest)) {
        errno = ERANGE;
        return greatest;
    }
    return number.negative ? -number.magnitude : number.magnitude;
}

#define BITS_OF(type) (8 * (int)sizeof(type))

/* The function as C99 and as C23 (which knows "0b") have it, and the locale_t form. */
#define CONVERSION(type, name, parse)                                                              \
    type name(const char *restrict string, char **restrict end, int base) {                        \
        return (type)parse(string, end, base, false, BITS_OF(type));                               \
    }                                                                                              \
    type __isoc23_##name(const char *restrict string, char **restrict end, int base) {             \
        return (type)parse(string, end, base, true, BITS_OF(type));                                \
    }

int64_t wfl_parse_signed(const char *string, char **end, int base, int bits) {
    return parse_signed(string, end, base, false, bits);
}

uint64_t wfl_parse_unsigned(const char *string, char **end, int base, int bits) {
    return parse_unsigned(string, end, base, false, bits);
}

CONVERSION(long, strtol, parse_signed)
CONVERSION(long long, strtoll, parse_signed)
CONVERSION(intmax_t, strtoimax, parse_signed)
CONVERSION(unsigned long, strtoul, parse_unsigned)
CONVERSION(unsigned long long, strtoull, parse_unsigned)
CONVERSION(uintmax_t, strtoumax, parse_unsigned)

long long strtoq(const char *restrict string, char **restrict end, int base) {
    return parse_signed(string, end, base, false, 64);
}

unsigned long long strtouq(const char *restrict string, char **restrict end, int base) {
    return parse_unsigned(string, end, base, false, 64);
}

long __strtol_internal(const char *restrict string, char **restrict end, int base, int group) {
    (void)group;
    return parse_signed(string, end, base, false, BITS_OF(long));
}

unsigned long __strtoul_internal(const char *restrict string, char **restrict end, int base,
                                 int group) {
    (void)group;
    return parse_unsigned(string, end, base, false, BITS_OF(long));
}

int atoi(const char *string) { return (int)parse_signed(string, NULL, 10, false, BITS_OF(long)); }
long atol(const char *string) { return parse_signed(string, NULL, 10, false, BITS_OF(long)); }
long long atoll(const char *string) { return parse_signed(string, NULL, 10, false, 64); }

int abs(int value) { return value < 0 ? -value : value; }
long labs(long value) { return value < 0 ? -value : value; }
long long llabs(long long value) { return value < 0 ? -value : value; }
intmax_t imaxabs(intmax_t value) { return value < 0 ? -value : value; }

div_t div(int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }
imaxdiv_t imaxdiv(intmax_t a, intmax_t b) { return (imaxdiv_t){a / b, a % b}; }
