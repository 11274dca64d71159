/* Exact conversion between binary floating point and decimal, by natural numbers of any size. */
#include "library.h"

#include "bignum.h"
#include "decimal.h"

const struct wfl_format wfl_float = {24, -126, 127, 7, 10};
const struct wfl_format wfl_double = {53, -1022, 1023, 15, 22};
const struct wfl_format wfl_long_double = {64, -16382, 16383, 19, 27};

/* mantissa × 2^-k = mantissa × 5^k / 10^k: the digits of an integer, and a shifted point. */
struct wfl_decimal wfl_decimal_of(uint64_t mantissa, int exponent) {
    struct wfl_decimal decimal = {0};
    if (mantissa == 0) {
        decimal.memory = wf__malloc(2);
        decimal.digits = (char *)decimal.memory + 1;
        return decimal;
    }
    int zeros = __builtin_ctzll(mantissa);
    mantissa >>= zeros;
    exponent += zeros;
    int power = exponent < 0 ? -exponent : 0;
    int bits = 64 + (exponent > 0 ? exponent : 3 * power);
    struct bignum n = {wf__malloc(((uint64_t)bits / 32 + 4) * 4), 0};
    big_set(&n, mantissa);
    if (power)
        big_multiply_power_of_5(&n, power);
    else
        big_shift_left(&n, exponent);
    int room = big_bits(&n) * 3 / 9 + 12;
    char *memory = wf__malloc((uint64_t)room + 1);
    char *end = memory + room + 1, *digit = end;
    while (n.count > 0) {
        uint32_t part = big_divide(&n, 1000000000);
        for (int i = 0; i < 9 && (part > 0 || n.count > 0); i++) {
            *--digit = (char)('0' + part % 10);
            part /= 10;
        }
    }
    wf__free(n.words);
    decimal.memory = memory;
    decimal.digits = digit;
    decimal.count = (int)(end - digit);
    decimal.point = decimal.count - power;
    return decimal;
}

void wfl_decimal_round(struct wfl_decimal *decimal, int64_t count) {
    if (count >= decimal->count)
        return;
    if (count < 0) {
        decimal->count = 0;
        return;
    }
    char *digits = decimal->digits;
    bool up = digits[count] > '5';
    if (digits[count] == '5') {
        up = count > 0 && (digits[count - 1] & 1);
        for (int64_t i = count + 1; i < decimal->count && !up; i++)
            up = digits[i] != '0';
    }
    decimal->count = (int)count;
    if (!up)
        return;
    while (count > 0 && digits[count - 1] == '9')
        digits[--count] = '0';
    if (count > 0) {
        digits[count - 1]++;
        return;
    }
    *--decimal->digits = '1';
    decimal->point++;
    if (decimal->count == 0)
        decimal->count = 1;
}

/* The mantissa's `kept` bits are taken; what is below them decides, with `sticky`, the rounding. */
static struct wfl_number rounded(uint64_t mantissa, bool half, bool sticky, int exponent,
                                 const struct wfl_format *format) {
    struct wfl_number number = {.exponent = exponent};
    if (half && (sticky || (mantissa & 1))) {
        mantissa++;
        uint64_t limit = format->precision == 64 ? 0 : (uint64_t)1 << format->precision;
        if (mantissa == limit) {
            mantissa = (uint64_t)1 << (format->precision - 1);
            number.exponent++;
        }
    }
    number.mantissa = mantissa;
    int top = number.exponent + format->precision - 1;
    if (top > format->greatest) {
        number.infinite = true;
        errno = ERANGE;
    }
    return number;
}

/* Whether x86 calls a result tiny: below the normal range even if rounded with no least exponent. */
static void note_underflow(struct wfl_number number, bool inexact, bool tiny,
                           const struct wfl_format *format) {
    bool subnormal = number.mantissa >> (format->precision - 1) == 0;
    if (inexact && (subnormal || tiny))
        errno = ERANGE;
}

/* Long division of n by m, the first bit of the quotient being of weight 2^top: as many bits as
   the format has there, then rounding. One bit more tells tininess.
   glibc (before 2.41) does not see that bit if it is the last one. */
static struct wfl_number divide(struct bignum *n, struct bignum *m, int top,
                                const struct wfl_format *format) {
    int bits = format->precision, exponent = top - format->precision + 1;
    int least = format->least - format->precision + 1;
    if (exponent < least) {
        bits -= least - exponent;
        exponent = least;
    }
    if (bits < 0) {
        errno = ERANGE;
        return (struct wfl_number){.exponent = least};
    }
    uint64_t quotient = 0;
    for (int i = 0; i < bits; i++) {
        bool bit = big_compare(n, m) >= 0;
        if (bit)
            big_subtract(n, m);
        quotient = quotient << 1 | bit;
        big_shift_left(n, 1);
    }
    int order = big_compare(n, m);
    bool half = order >= 0, sticky = half ? order > 0 : n->count > 0;
    /* Just below the least normal number: all ones that round up. It is tiny unless it would
       also round up with one more bit. */
    bool tiny = false;
    if (bits == format->precision - 1) {
        if (half)
            big_subtract(n, m);
        big_shift_left(n, 1);
        int next = big_compare(n, m);
        tiny = half && next < 0;
        sticky &= next != 0;
    }
    struct wfl_number number = rounded(quotient, half, sticky, exponent, format);
    if (bits < format->precision)
        note_underflow(number, half || sticky, tiny, format);
    return number;
}

/* digits × 10^power, correctly rounded. The digits are '0'..'9', the first is not '0'. */
static struct wfl_number from_digits(const char *digits, int count, bool more, int64_t power,
                                     const struct wfl_format *format) {
    if (power + count > 5000) {
        errno = ERANGE;
        return (struct wfl_number){.infinite = true};
    }
    if (power + count < -5100) {
        errno = ERANGE;
        return (struct wfl_number){.exponent = format->least - format->precision + 1};
    }
    /* Everything fits in this many bits: the digits, the power of five, shifts to align them. */
    int64_t magnitude = power < 0 ? -power : power;
    uint64_t words = ((uint64_t)count * 10 / 3 + (uint64_t)magnitude * 7 / 3) / 16 + 16;
    struct bignum n = {wf__malloc(words * 4), 0}, m = {wf__malloc(words * 4), 0};
    for (int i = 0; i < count;) {
        uint32_t part = 0, scale = 1;
        for (; i < count && scale < 1000000000; i++, scale *= 10)
            part = part * 10 + (uint32_t)(digits[i] - '0');
        big_multiply(&n, scale, part);
    }
    if (more) {
        /* One digit for all that were cut off: not zero, so that no tie is seen. */
        big_multiply(&n, 10, 1);
        power--;
    }
    big_set(&m, 1);
    if (power >= 0)
        big_multiply_power_of_5(&n, (int)power);
    else
        big_multiply_power_of_5(&m, (int)-power);
    int top = big_bits(&n) - big_bits(&m);
    big_shift_left(top < 0 ? &n : &m, top < 0 ? -top : top);
    if (big_compare(&n, &m) < 0) {
        big_shift_left(&n, 1);
        top--;
    }
    struct wfl_number number = divide(&n, &m, top + (int)power, format);
    wf__free(n.words);
    wf__free(m.words);
    return number;
}

#ifdef __SIZEOF_INT128__
typedef unsigned __int128 wide;
#else
typedef unsigned _BitInt(128) wide;
#endif

/* mantissa × 2^exponent (+ a little, if sticky), rounded to the format. */
static struct wfl_number from_binary(wide mantissa, bool sticky, int64_t exponent,
                                     const struct wfl_format *format) {
    uint64_t high = (uint64_t)(mantissa >> 64);
    int shift = high ? __builtin_clzll(high) : 64 + __builtin_clzll((uint64_t)mantissa);
    mantissa <<= shift;
    exponent -= shift;
    int64_t top = exponent + 127;
    if (top > format->greatest) {
        errno = ERANGE;
        return (struct wfl_number){.infinite = true};
    }
    int bits = format->precision;
    if (top < format->least)
        bits = top < format->least - 64 ? -1 : format->precision - (int)(format->least - top);
    int least = format->least - format->precision + 1;
    if (bits < 0) {
        errno = ERANGE;
        return (struct wfl_number){.exponent = least};
    }
    uint64_t kept = bits == 0 ? 0 : (uint64_t)(mantissa >> (128 - bits));
    wide below = mantissa << bits;
    bool half = below >> 127, rest = (below << 1) != 0 || sticky;
    /* Of a subnormal number glibc (before 2.41) does not see the bit just below the precision of normal ones, if it
       is the last one. */
    if (bits < format->precision && below << 1 == (wide)1 << (128 - format->precision + bits))
        rest = sticky;
    struct wfl_number number =
        rounded(kept, half, rest, bits < format->precision ? least : (int)top - bits + 1, format);
    if (bits < format->precision) {
        /* With one more bit it would not round up to the normal range. */
        bool tiny = bits == format->precision - 1 && half && !(below >> 126 & 1);
        note_underflow(number, half || rest, tiny, format);
    }
    return number;
}

static bool has_word(const char *string, const char *word) {
    for (; *word; word++, string++)
        if (wfl_to_lower((unsigned char)*string) != *word)
            return false;
    return true;
}

/* The exponent after 'e' or 'p', or 0 with `*end` unchanged. */
static int64_t parse_exponent(const char *string, const char **end) {
    const char *at = string + 1;
    bool negative = *at == '-';
    if (*at == '-' || *at == '+')
        at++;
    if (!wfl_is_digit((unsigned char)*at))
        return 0;
    int64_t value = 0;
    for (; wfl_is_digit((unsigned char)*at); at++)
        if (value < 100000000)
            value = value * 10 + (wfl_concrete(*at) - '0');
    *end = at;
    return negative ? -value : value;
}

static struct wfl_number parse_hexadecimal(const char *string, const char **end,
                                           const struct wfl_format *format) {
    wide mantissa = 0;
    bool sticky = false, seen_point = false;
    int64_t exponent = 0;
    for (;; string++) {
        if (*string == '.' && !seen_point) {
            seen_point = true;
            continue;
        }
        int digit = wfl_digit_value((unsigned char)*string);
        if (digit >= 16)
            break;
        digit = (int)wfl_concrete(digit);
        if (mantissa >> 124 == 0) {
            mantissa = mantissa << 4 | (unsigned)digit;
            exponent -= seen_point ? 4 : 0;
        } else {
            sticky |= digit != 0;
            exponent += seen_point ? 0 : 4;
        }
    }
    *end = string;
    if ((*string | 32) == 'p')
        exponent += parse_exponent(string, end);
    if (mantissa == 0)
        return (struct wfl_number){0};
    return from_binary(mantissa, sticky, exponent, format);
}

/* No number halfway between two of any format here has more significant digits. */
enum { DIGITS = 11600 };

/* A number so short that its digits and its power of ten are exact. Its digits are not looked at. */
static bool parse_short(const char *string, const char **end, const struct wfl_format *format,
                        struct wfl_number *to) {
    const char *at = string;
    bool seen_point = false;
    int64_t exponent = 0;
    int count = 0;
    uint64_t mantissa = 0;
    for (;; at++) {
        if (*at == '.' && !seen_point) {
            seen_point = true;
        } else if (wfl_is_digit((unsigned char)*at)) {
            if (++count > format->digits)
                return false;
            mantissa = mantissa * 10 + (uint64_t)((unsigned char)*at - '0');
            exponent -= seen_point;
        } else {
            break;
        }
    }
    *end = at;
    if ((*at | 32) == 'e')
        exponent += parse_exponent(at, end);
    if (exponent < -format->power || exponent > format->power)
        return false;
    *to = (struct wfl_number){.mantissa = mantissa, .exponent = (int)exponent, .decimal = true};
    return true;
}

static struct wfl_number parse_decimal(const char *string, const char **end,
                                       const struct wfl_format *format) {
    const char *first = NULL, *at = string;
    bool seen_point = false, more = false;
    int64_t exponent = 0;
    int count = 0, significant = 0;
    struct wfl_number simple;
    if (parse_short(string, end, format, &simple))
        return simple;
    for (;; at++) {
        if (*at == '.' && !seen_point) {
            seen_point = true;
            continue;
        }
        if (!wfl_is_digit((unsigned char)*at))
            break;
        exponent -= seen_point;
        char digit = (char)wfl_concrete(*at);
        if (!first && digit == '0')
            continue;
        if (!first)
            first = at;
        count++;
        if (digit != '0')
            significant = count;
    }
    *end = at;
    if ((*at | 32) == 'e')
        exponent += parse_exponent(at, end);
    if (!first)
        return (struct wfl_number){0};
    exponent += count - significant;
    if (significant > DIGITS) {
        more = true;
        exponent += significant - DIGITS;
        significant = DIGITS;
    }
    char *digits = wf__malloc((uint64_t)significant);
    for (int i = 0; i < significant; first++)
        if (*first != '.')
            digits[i++] = (char)wfl_concrete(*first);
    struct wfl_number number = from_digits(digits, significant, more, exponent, format);
    wf__free(digits);
    return number;
}

/* After "nan": "(letters, digits, _)" is part of it, and a number in there is its payload. */
static const char *parse_payload(const char *string, uint64_t *payload) {
    if (*string != '(')
        return string;
    const char *at = string + 1;
    while (wfl_digit_value((unsigned char)*at) < 36 || *at == '_')
        at++;
    if (*at != ')')
        return string;
    const char *digit = string + 1;
    int base = 10;
    if (*digit == '0') {
        base = (digit[1] | 32) == 'x' ? 16 : 8;
        digit += base == 16 ? 2 : 0;
    }
    for (; digit < at; digit++) {
        int value = wfl_digit_value((unsigned char)*digit);
        if (value >= base) {
            *payload = 0;
            break;
        }
        *payload = *payload * (unsigned)base + (unsigned)value;
    }
    return at + 1;
}

struct wfl_number wfl_parse_number(const char *string, const char **end,
                                   const struct wfl_format *format) {
    struct wfl_number number = {0};
    const char *at = string;
    while (wfl_is_space((unsigned char)*at))
        at++;
    bool negative = *at == '-';
    if (*at == '-' || *at == '+')
        at++;
    *end = string;
    if (wfl_is_digit((unsigned char)*at) ||
        (*at == '.' && wfl_is_digit((unsigned char)at[1]))) {
        bool hexadecimal =
            at[0] == '0' && (at[1] | 32) == 'x' &&
            (wfl_digit_value((unsigned char)at[2]) < 16 ||
             (at[2] == '.' && wfl_digit_value((unsigned char)at[3]) < 16));
        number = hexadecimal ? parse_hexadecimal(at + 2, end, format)
                             : parse_decimal(at, end, format);
    } else if (has_word(at, "inf")) {
        number.infinite = true;
        *end = at + (has_word(at + 3, "inity") ? 8 : 3);
    } else if (has_word(at, "nan")) {
        number.nan = true;
        *end = parse_payload(at + 3, &number.payload);
    }
    number.negative = negative && *end != string;
    return number;
}

/* Exact in every format up to its greatest power. */
static long double power_of_ten(int power) {
    long double value = 1;
    for (; power > 0; power--)
        value *= 10;
    return value;
}

#define SCALED(T, number)                                                                          \
    do {                                                                                           \
        if (number.decimal) {                                                                      \
            T mantissa = (T)number.mantissa;                                                       \
            T value = number.exponent < 0 ? mantissa / (T)power_of_ten(-number.exponent)           \
                                          : mantissa * (T)power_of_ten(number.exponent);           \
            return number.negative ? -value : value;                                               \
        }                                                                                          \
    } while (0)

float wfl_to_float(struct wfl_number number) {
    SCALED(float, number);
    uint32_t bits = (uint32_t)number.mantissa;
    if (number.infinite)
        bits = 0x7f800000;
    else if (number.nan)
        bits = 0x7fc00000 | ((uint32_t)number.payload & 0x3fffff);
    else if (bits >> 23)
        bits = (bits & 0x7fffff) | (uint32_t)(number.exponent + 23 + 127) << 23;
    union {
        uint32_t bits;
        float value;
    } it = {bits | (uint32_t)number.negative << 31};
    return it.value;
}

double wfl_to_double(struct wfl_number number) {
    SCALED(double, number);
    uint64_t bits = number.mantissa;
    if (number.infinite)
        bits = 0x7ff0000000000000;
    else if (number.nan)
        bits = 0x7ff8000000000000 | (number.payload & 0x7ffffffffffff);
    else if (bits >> 52)
        bits = (bits & 0xfffffffffffff) | (uint64_t)(number.exponent + 52 + 1023) << 52;
    union {
        uint64_t bits;
        double value;
    } it = {bits | (uint64_t)number.negative << 63};
    return it.value;
}

long double wfl_to_long_double(struct wfl_number number) {
    SCALED(long double, number);
    union {
        struct {
            uint64_t mantissa;
            uint16_t top;
        } parts;
        long double value;
    } it = {.parts = {number.mantissa, 0}};
    if (number.infinite) {
        it.parts.mantissa = 0x8000000000000000;
        it.parts.top = 0x7fff;
    } else if (number.nan) {
        it.parts.mantissa = 0xc000000000000000 | (number.payload & 0x3fffffffffffffff);
        it.parts.top = 0x7fff;
    } else if (number.mantissa >> 63) {
        it.parts.top = (uint16_t)(number.exponent + 63 + 16383);
    }
    it.parts.top |= (uint16_t)(number.negative << 15);
    return it.value;
}
