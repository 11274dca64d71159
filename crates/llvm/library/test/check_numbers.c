/* Strings to integers and floats. */
#include "check.h"

#include <math.h>

MODEL(strtol);
MODEL(strtoul);
MODEL(strtoll);
MODEL(strtoull);
MODEL(atoi);
MODEL(atol);
MODEL(strtof);
MODEL(strtod);
MODEL(strtold);
MODEL(atof);

#define COMPARE_INTEGER(name, text, base)                                                          \
    do {                                                                                           \
        char *ours_end = (char *)"unset", *theirs_end = ours_end;                                  \
        errno = model_wfl_errno = 0;                                                               \
        long long ours = (long long)model_##name(text, &ours_end, base);                           \
        long long theirs = (long long)name(text, &theirs_end, base);                               \
        CHECK(ours == theirs && ours_end == theirs_end && errno == model_wfl_errno,                \
              #name "(\"%s\", %d): model %lld errno %d, glibc %lld errno %d", text, base, ours,    \
              model_wfl_errno, theirs, errno);                                                     \
    } while (0)

static void compare_integers(const char *text, int base) {
    COMPARE_INTEGER(strtol, text, base);
    COMPARE_INTEGER(strtoul, text, base);
    COMPARE_INTEGER(strtoll, text, base);
    COMPARE_INTEGER(strtoull, text, base);
    CHECK(model_atoi(text) == atoi(text) && model_atol(text) == atol(text), "atoi %s", text);
}

void check_integers(void) {
    static const char *corners[] = {
        "", " ", "+", "-", "0", "0x", "0x1", "0xg", "-0x", "08", "0b1", "9223372036854775807",
        "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
        "18446744073709551615", "18446744073709551616", "-18446744073709551615",
        "-18446744073709551616", "99999999999999999999999", "-99999999999999999999999",
        "7fffffffffffffff", "8000000000000000", "ffffffffffffffff", "10000000000000000",
        "zzzzzzzzzzzz", "1y2p0ij32e8e7", "1y2p0ij32e8e8", "3w5e11264sgsf", "3w5e11264sgsg",
        " \t\n\v\f\r12", "+-1", "--1", "0 x1", "1_000", "2147483648", "-2147483649"};
    static const int bases[] = {0, 2, 8, 10, 16, 36, 1, -1, 37, 3};
    for (size_t i = 0; i < sizeof corners / sizeof *corners; i++)
        for (size_t k = 0; k < sizeof bases / sizeof *bases; k++)
            compare_integers(corners[i], bases[k]);
    for (int i = 0; i < 20000; i++) {
        static const char letters[] = "0123456789abcxXzZ+- ";
        char text[40];
        int length = random_below(24);
        for (int k = 0; k < length; k++)
            text[k] = letters[random_below(random_below(4) ? 10 : 20)];
        text[length] = 0;
        compare_integers(text, bases[random_below(6)]);
    }
}

/* errno of a float conversion on its own, too. */
#define COMPARE_FLOAT(name, type, text)                                                            \
    do {                                                                                           \
        char *ours_end, *theirs_end;                                                               \
        errno = model_wfl_errno = 0;                                                               \
        type ours = model_##name(text, &ours_end), theirs = name(text, &theirs_end);               \
        bool same = memcmp(&ours, &theirs, sizeof(type) > 8 ? 10 : sizeof(type)) == 0;           \
        CHECK(same && ours_end == theirs_end && errno == model_wfl_errno,                          \
              #name "(\"%.80s\"): model %La at %ld errno %d, glibc %La at %ld errno %d", text,     \
              (long double)ours, (long)(ours_end - text), model_wfl_errno, (long double)theirs,    \
              (long)(theirs_end - text), errno);                                                   \
    } while (0)

static void compare_floats(const char *text) {
    COMPARE_FLOAT(strtof, float, text);
    COMPARE_FLOAT(strtod, double, text);
    COMPARE_FLOAT(strtold, long double, text);
}

/* The decimal digits of a number halfway between two doubles (or floats), perhaps a little off. */
static void compare_halfway(void) {
    static char text[20000];
    if (random_below(2)) {
        union {
            uint64_t bits;
            double value;
        } it = {random_bits() & 0x7fefffffffffffff}, next;
        if (random_below(4) == 0)
            it.bits &= 0xfffffffffffff >> random_below(52);
        next.bits = it.bits + 1;
        long double middle = ((long double)it.value + (long double)next.value) / 2;
        snprintf(text, sizeof text - 10, "%.1100Lg", middle);
    } else {
        union {
            uint32_t bits;
            float value;
        } it = {(uint32_t)random_bits() & 0x7f7fffff}, next;
        next.bits = it.bits + 1;
        double middle = ((double)it.value + (double)next.value) / 2;
        snprintf(text, sizeof text - 10, "%.200g", middle);
    }
    char *digits = strpbrk(text, ".e");
    if (digits && *digits == '.' && !strchr(text, 'e') && random_below(2))
        strcat(text, random_below(2) ? "00000001" : "0");
    compare_floats(text);
}

/* Subnormal numbers of one bit more than normal ones have, perhaps with few bits below their own precision. */
static void compare_long_subnormal(void) {
    static const struct {
        int precision, last; /* the exponent of the last bit of subnormal numbers */
    } formats[] = {{24, -149}, {53, -1074}, {64, -16445}};
    static char text[3000];
    int which = random_below(3), precision = formats[which].precision, below = 2 + random_below(precision);
    uint64_t rest = random_bits() >> (63 - precision) >> 1 << 1 | (uint64_t)1 << (precision - 1);
    if (random_below(2))
        rest &= ~(uint64_t)0 << (below - 1 - random_below(2));
    if (random_below(8) == 0)
        rest |= ~(uint64_t)0 << below;
    /* Two times as much, and the last bit. */
    if (which == 2 || random_below(2))
        sprintf(text, "0x%llx.%sp%d", (unsigned long long)rest, random_below(4) ? "8" : "4", formats[which].last - below + 1);
    else
        snprintf(text, sizeof text, "%.1300Lg", ldexpl((long double)(rest & ~(~(uint64_t)0 << precision)) * 2 + 1, formats[which].last - below));
    compare_floats(text);
}

void check_floats(void) {
    static const char *corners[] = {
        "", ".", "+.", "-", "e5", ".e5", "0", "-0", "0.0e999999999999", "1", "1e", "1e+", "1e-x",
        "1.5", " 1.5x", "1e308", "1.7976931348623157e308", "1.7976931348623158e308",
        "1.7976931348623159e308", "1e309", "-1e400", "2.2250738585072014e-308",
        "2.2250738585072011e-308", "2.2250738585072012e-308", "4.9406564584124654e-324",
        "2.4703282292062327e-324", "2.4703282292062328e-324", "1e-400", "1e-5000", "1e5000",
        "1e-99999999999999999999", "1e99999999999999999999", "3.4028235677973366e38",
        "3.4028235e38", "1.17549429e-38", "1.1754943e-38", "1.4e-45", "7e-46", "7.1e-46",
        "1.18973149535723176502e4932", "1.2e4932", "3.36210314311209350626e-4932", "1e-4950",
        "3.64519953188247460253e-4951", "1.8e-4951", "1.83e-4951", "0x", "0x.", "0x1", "0x1p",
        "0x1p-1", "0x.8p1", "0x1.8p+3z", "0x1.fffffffffffff8p1023", "0x1.fffffffffffff7p1023",
        "0x1p1024", "0x1p-1074", "0x1p-1075", "0x1.8p-1075", "0x1.00000000000008p0",
        "0x1.00000000000018p0", "0x1.000000000000080000000000000000001p0", "0x1p-1023",
        "0x1.fffffffffffffp-1023", "0x1.ffffffffffffefp-1023", "0x0.fffffffffffff7p-1022",
        "0x0.fffffffffffff8p-1022", "0x0.fffffffffffffcp-1022", "0x0.fffffffffffffbp-1022",
        "0x1.fffffep-127", "0x1.ffffffp-127", "0x1.fffffefp-127", "0x0.ffffffp-126",
        "0x0.ffffff8p-126", "0x0.ffffff7p-126", "0x0.ffffffcp-126", "0x1p-149", "0x1p-150",
        "0x1p-16445", "0x1p-16446", "0x1.8p-16446", "0x123456789abcdef0123456789p-50", "inf",
        "-INF", "infinity", "infinit", "INFINITYx", "nan", "-nan", "nan()", "nan(12)", "NAN(0x7)",
        "nan(ab_1)", "nan(", "nan(a-b)", "+inf", "in", "na", "1,5", "0x1P3", "1E3", "00012.500",
        "000.000e5", "123456789012345678901234567890", ".00000000000000000001"};
    for (size_t i = 0; i < sizeof corners / sizeof *corners; i++)
        compare_floats(corners[i]);
    for (int i = 0; i < 20000; i++) {
        char text[80];
        switch (random_below(4)) {
        case 0:
            sprintf(text, "%llu.%llue%d", (unsigned long long)(random_bits() >> random_below(64)),
                    (unsigned long long)(random_bits() >> random_below(64)),
                    random_below(700) - 350);
            break;
        case 1:
            sprintf(text, "%d.%d", random_below(1000), random_below(100000));
            break;
        case 2:
            sprintf(text, "%s0x%llx.%llxp%d", random_below(2) ? "-" : "",
                    (unsigned long long)(random_bits() >> random_below(64)),
                    (unsigned long long)(random_bits() >> random_below(64)),
                    random_below(2400) - 1200);
            break;
        default: {
            static const char letters[] = "0123456789..eE+-xpfinNaA ";
            int length = random_below(12);
            for (int k = 0; k < length; k++)
                text[k] = letters[random_below(25)];
            text[length] = 0;
        }
        }
        compare_floats(text);
    }
    for (int i = 0; i < 300; i++)
        compare_halfway();
    for (int i = 0; i < 1000; i++)
        compare_long_subnormal();
    static char text[13000];
    memset(text, '7', sizeof text - 1);
    text[1] = '.';
    strcpy(text + 12500, "e-4940");
    compare_floats(text);
}
