/* stdio.h: the conversions of printf for floating point, from exact decimal digits. */
#include "library.h"

#include "decimal.h"
#include "print.h"

/* mantissa × 2^exponent, or one of the special values. `bits` is the width of the mantissa. */
struct parts {
    uint64_t mantissa;
    int exponent, bits;
    bool negative, infinite, nan;
};

static bool is_capital(const struct wfl_conversion *conversion) {
    return !(conversion->letter & 32);
}

static char sign_of(const struct wfl_conversion *conversion, bool negative) {
    return negative ? '-' : conversion->plus ? '+' : conversion->space ? ' ' : 0;
}

/* What goes before and after the digits so that the width is filled. */
static void open_field(struct wfl_sink *sink, const struct wfl_conversion *conversion, char sign,
                       const char *prefix, int64_t size) {
    int64_t padding = conversion->width - size - (sign != 0) - (prefix ? 2 : 0);
    bool zeros = conversion->zero && !conversion->left;
    if (!conversion->left && !zeros)
        wfl_put_repeated(sink, ' ', padding);
    if (sign)
        wfl_put(sink, sign);
    if (prefix)
        wfl_put_text(sink, prefix, 2);
    if (zeros)
        wfl_put_repeated(sink, '0', padding);
}

static void close_field(struct wfl_sink *sink, const struct wfl_conversion *conversion, char sign,
                        const char *prefix, int64_t size) {
    if (conversion->left)
        wfl_put_repeated(sink, ' ', conversion->width - size - (sign != 0) - (prefix ? 2 : 0));
}

static void print_special(struct wfl_sink *sink, const struct wfl_conversion *conversion,
                          const struct parts *parts) {
    struct wfl_conversion plain = *conversion;
    plain.zero = false;
    bool capital = is_capital(conversion);
    const char *text = parts->nan ? (capital ? "NAN" : "nan") : (capital ? "INF" : "inf");
    char sign = sign_of(conversion, parts->negative);
    open_field(sink, &plain, sign, NULL, 3);
    wfl_put_text(sink, text, 3);
    close_field(sink, &plain, sign, NULL, 3);
}

/* Digits `from` to `to` (exclusive) after the decimal point's place `point`; zeros where there
   are none. */
static void put_digits(struct wfl_sink *sink, const struct wfl_decimal *decimal, int64_t from,
                       int64_t to) {
    if (from < 0) {
        int64_t zeros = to < 0 ? to - from : -from;
        wfl_put_repeated(sink, '0', zeros);
        from += zeros;
    }
    if (from < to && from < decimal->count) {
        int64_t end = to < decimal->count ? to : decimal->count;
        wfl_put_text(sink, decimal->digits + from, (size_t)(end - from));
        from = end;
    }
    wfl_put_repeated(sink, '0', to - from);
}

/* Positional notation of an already rounded number. */
static void put_fixed(struct wfl_sink *sink, const struct wfl_conversion *conversion, char sign,
                      const struct wfl_decimal *decimal, int precision) {
    int point = decimal->count == 0 ? 0 : decimal->point;
    int whole = point > 0 ? point : 1;
    bool dot = precision > 0 || conversion->alternative;
    int64_t size = (int64_t)whole + dot + precision;
    open_field(sink, conversion, sign, NULL, size);
    if (point > 0)
        put_digits(sink, decimal, 0, point);
    else
        wfl_put(sink, '0');
    if (dot)
        wfl_put(sink, '.');
    put_digits(sink, decimal, point, (int64_t)point + precision);
    close_field(sink, conversion, sign, NULL, size);
}

static int exponent_text(int exponent, char marker, int least_digits, char text[12]) {
    char digits[8];
    int count = 0, length = 0;
    unsigned magnitude = exponent < 0 ? (unsigned)-exponent : (unsigned)exponent;
    for (; magnitude; magnitude /= 10)
        digits[count++] = (char)('0' + magnitude % 10);
    while (count < least_digits)
        digits[count++] = '0';
    text[length++] = marker;
    text[length++] = exponent < 0 ? '-' : '+';
    while (count > 0)
        text[length++] = digits[--count];
    return length;
}

static void put_scientific(struct wfl_sink *sink, const struct wfl_conversion *conversion,
                           char sign, const struct wfl_decimal *decimal, int precision) {
    char text[12];
    int exponent = decimal->count == 0 ? 0 : decimal->point - 1;
    int length = exponent_text(exponent, is_capital(conversion) ? 'E' : 'e', 2, text);
    bool dot = precision > 0 || conversion->alternative;
    int64_t size = (int64_t)1 + dot + precision + length;
    open_field(sink, conversion, sign, NULL, size);
    put_digits(sink, decimal, 0, 1);
    if (dot)
        wfl_put(sink, '.');
    put_digits(sink, decimal, 1, (int64_t)1 + precision);
    wfl_put_text(sink, text, (size_t)length);
    close_field(sink, conversion, sign, NULL, size);
}

static void put_general(struct wfl_sink *sink, const struct wfl_conversion *conversion, char sign,
                        struct wfl_decimal *decimal, int precision) {
    if (precision == 0)
        precision = 1;
    wfl_decimal_round(decimal, precision);
    int exponent = decimal->count == 0 ? 0 : decimal->point - 1;
    int significant = precision;
    if (!conversion->alternative) {
        significant = decimal->count < precision ? decimal->count : precision;
        while (significant > 0 && decimal->digits[significant - 1] == '0')
            significant--;
        if (significant == 0)
            significant = 1;
    }
    if (exponent < -4 || exponent >= precision) {
        put_scientific(sink, conversion, sign, decimal, significant - 1);
        return;
    }
    int after = significant - 1 - exponent;
    put_fixed(sink, conversion, sign, decimal, after > 0 ? after : 0);
}

static void print_decimal(struct wfl_sink *sink, const struct wfl_conversion *conversion,
                          const struct parts *parts) {
    struct wfl_decimal decimal = wfl_decimal_of(parts->mantissa, parts->exponent);
    int precision = conversion->has_precision ? conversion->precision : 6;
    char sign = sign_of(conversion, parts->negative);
    switch (conversion->letter | 32) {
    case 'f':
        wfl_decimal_round(&decimal, (int64_t)decimal.point + precision);
        put_fixed(sink, conversion, sign, &decimal, precision);
        break;
    case 'e':
        wfl_decimal_round(&decimal, (int64_t)precision + 1);
        put_scientific(sink, conversion, sign, &decimal, precision);
        break;
    default:
        put_general(sink, conversion, sign, &decimal, precision);
        break;
    }
    wf__free(decimal.memory);
}

/* A double is written with one bit before the point, a long double with four. */
static void print_hexadecimal(struct wfl_sink *sink, const struct wfl_conversion *conversion,
                              const struct parts *parts) {
    int digits = (parts->bits - 1) / 4;
    int exponent = parts->mantissa ? parts->exponent + 4 * digits : 0;
    uint64_t fraction_mask = ((uint64_t)1 << 4 * digits) - 1;
    unsigned lead = (unsigned)(parts->mantissa >> 4 * digits);
    uint64_t fraction = parts->mantissa & fraction_mask;
    int precision = conversion->precision;
    if (!conversion->has_precision) {
        precision = digits;
        while (precision > 0 && !(fraction >> 4 * (digits - precision) & 15))
            precision--;
    }
    if (precision < digits) {
        int cut = 4 * (digits - precision);
        uint64_t below = fraction & (((uint64_t)1 << cut) - 1), half = (uint64_t)1 << (cut - 1);
        fraction >>= cut;
        bool odd = precision > 0 ? fraction & 1 : lead & 1;
        if (below > half || (below == half && odd))
            fraction++;
        if (fraction >> 4 * precision) {
            fraction = 0;
            lead++;
        }
        if (lead == 16) {
            lead = 1;
            exponent += 4;
        }
        digits = precision;
    }
    bool capital = is_capital(conversion);
    const char *letters = capital ? "0123456789ABCDEF" : "0123456789abcdef";
    char text[12];
    int length = exponent_text(exponent, capital ? 'P' : 'p', 1, text);
    bool dot = precision > 0 || conversion->alternative;
    int64_t size = (int64_t)1 + dot + precision + length;
    const char *prefix = capital ? "0X" : "0x";
    char sign = sign_of(conversion, parts->negative);
    open_field(sink, conversion, sign, prefix, size);
    wfl_put(sink, letters[lead]);
    if (dot)
        wfl_put(sink, '.');
    for (int i = 1; i <= digits && i <= precision; i++)
        wfl_put(sink, letters[fraction >> 4 * (digits - i) & 15]);
    wfl_put_repeated(sink, '0', (int64_t)precision - digits);
    wfl_put_text(sink, text, (size_t)length);
    close_field(sink, conversion, sign, prefix, size);
}

static void print_parts(struct wfl_sink *sink, const struct wfl_conversion *conversion,
                        const struct parts *parts) {
    if (parts->infinite || parts->nan)
        print_special(sink, conversion, parts);
    else if ((conversion->letter | 32) == 'a')
        print_hexadecimal(sink, conversion, parts);
    else
        print_decimal(sink, conversion, parts);
}

/* The value is pinned: digits of a symbolic number are no formula a solver can use. */
void wfl_print_double(struct wfl_sink *sink, const struct wfl_conversion *conversion,
                      double value) {
    union {
        double value;
        int64_t bits;
    } it = {value};
    uint64_t bits = (uint64_t)wfl_concrete(it.bits);
    int biased = (int)(bits >> 52 & 0x7ff);
    uint64_t fraction = bits & 0xfffffffffffff;
    struct parts parts = {.negative = bits >> 63, .bits = 53};
    parts.infinite = biased == 0x7ff && fraction == 0;
    parts.nan = biased == 0x7ff && fraction != 0;
    parts.mantissa = biased == 0 ? fraction : fraction | (uint64_t)1 << 52;
    parts.exponent = (biased == 0 ? 1 : biased) - 1075;
    print_parts(sink, conversion, &parts);
}

void wfl_print_long_double(struct wfl_sink *sink, const struct wfl_conversion *conversion,
                           long double value) {
    union {
        long double value;
        struct {
            int64_t mantissa;
            uint16_t top;
        } parts;
    } it = {value};
    uint64_t mantissa = (uint64_t)wfl_concrete(it.parts.mantissa);
    unsigned top = (unsigned)wfl_concrete(it.parts.top);
    int biased = (int)(top & 0x7fff);
    struct parts parts = {.negative = top >> 15, .bits = 64, .mantissa = mantissa};
    parts.infinite = biased == 0x7fff && mantissa << 1 == 0;
    parts.nan = biased == 0x7fff && mantissa << 1 != 0;
    parts.exponent = (biased == 0 ? 1 : biased) - 16446;
    print_parts(sink, conversion, &parts);
}
