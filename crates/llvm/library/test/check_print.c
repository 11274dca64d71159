/* printf: random formats and values. */
#include "check.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>

MODEL(snprintf);
MODEL(asprintf);
MODEL(sprintf);
MODEL(vsnprintf);

static char *append(char *at, const char *text) { return stpcpy(at, text); }

/* A random conversion with the given letter. `stars` counts its `*`. */
static void random_format(char *format, const char *lengths[], int length_count, char letter,
                          int *stars) {
    static const char flags[] = "-+ #0'";
    char *at = format;
    *stars = 0;
    at = append(at, "<%");
    for (int i = random_below(4); i > 0; i--) {
        char flag = flags[random_below(6)];
        /* When rounding carries to a new digit, glibc 2.36 forgets the zeros of "%#g". */
        if (flag != '#' || (letter | 32) != 'g')
            *at++ = flag;
    }
    switch (random_below(4)) {
    case 0:
        at += sprintf(at, "%d", 1 + random_below(30));
        break;
    case 1:
        *at++ = '*';
        ++*stars;
        break;
    }
    switch (random_below(5)) {
    case 0:
        at += sprintf(at, ".%d", random_below(25));
        break;
    case 1:
        at = append(at, ".*");
        ++*stars;
        break;
    case 2:
        if (random_below(4) == 0)
            *at++ = '.';
        break;
    }
    at = append(at, lengths[random_below(length_count)]);
    *at++ = letter;
    strcpy(at, ">");
}

/* Calls both with 0 to 2 star arguments and the value. */
#define COMPARE(format, stars, value)                                                              \
    do {                                                                                           \
        __auto_type it = value;                                                                    \
        char ours[8192], theirs[8192];                                                             \
        memset(ours, 'X', sizeof ours);                                                            \
        memset(theirs, 'X', sizeof theirs);                                                        \
        size_t size = random_below(8) ? sizeof ours : (size_t)random_below(20);                    \
        int s1 = random_below(40) - 12, s2 = random_below(30) - 5;                                 \
        int a, b;                                                                                  \
        if (stars == 0) {                                                                          \
            a = model_snprintf(ours, size, format, it);                                            \
            b = snprintf(theirs, size, format, it);                                             \
        } else if (stars == 1) {                                                                   \
            a = model_snprintf(ours, size, format, s1, it);                                     \
            b = snprintf(theirs, size, format, s1, it);                                            \
        } else {                                                                                   \
            a = model_snprintf(ours, size, format, s1, s2, it);                                 \
            b = snprintf(theirs, size, format, s1, s2, it);                                     \
        }                                                                                          \
        CHECK(a == b && memcmp(ours, theirs, 8192) == 0,                                           \
              "%s (%d, %d): model %d \"%.200s\", glibc %d \"%.200s\"", format, s1, s2, a,          \
              size ? ours : "", b, size ? theirs : "");                                            \
    } while (0)

static uint64_t random_integer(void) {
    uint64_t value = random_bits() >> random_below(64);
    switch (random_below(6)) {
    case 0:
        return 0;
    case 1:
        return -value;
    case 2:
        return (uint64_t)1 << random_below(64);
    default:
        return value;
    }
}

static double random_double(void) {
    union {
        uint64_t bits;
        double value;
    } it = {random_bits()};
    switch (random_below(10)) {
    case 0:
        return random_below(2000) / 8.0 - 100;
    case 1:
        return random_below(100000) / 1000.0;
    case 2:
        return ldexp(random_below(1000), random_below(100) - 50);
    case 3:
        return 0.0 * (random_below(2) ? 1 : -1);
    case 4:
        return pow(10, random_below(40) - 20) * (random_below(3) ? 1 : 9.9999999);
    case 5:
        it.bits &= 0x800fffffffffffff;
        return it.value;
    case 6:
        it.bits |= random_below(2) ? 0x7ff0000000000000 : 0;
        return random_below(8) ? random_below(1000000) + 0.5 : it.value;
    default:
        return it.value;
    }
}

static long double random_long_double(void) {
    union {
        struct {
            uint64_t mantissa;
            uint16_t top;
        } parts;
        long double value;
    } it = {.parts = {random_bits() | (uint64_t)1 << 63, (uint16_t)random_bits()}};
    switch (random_below(6)) {
    case 0:
        return (long double)random_double();
    case 1:
        it.parts.top &= 0x8000;
        it.parts.mantissa &= ~((uint64_t)1 << 63);
        return it.value;
    case 2:
        return random_below(100000) / 16.0L;
    case 3:
        return (it.parts.top & 0x7fff) == 0x7fff ? 1 : it.value;
    default:
        it.parts.top = (uint16_t)(0x3f80 + random_below(256));
        return it.value;
    }
}

static void check_integers_printed(void) {
    static const char *lengths[] = {"", "hh", "h", "l", "ll", "j", "z", "t", "L"};
    static const char letters[] = "diouxXdp";
    char format[64];
    int stars;
    for (int i = 0; i < 25000; i++) {
        char letter = letters[random_below(8)];
        if (letter == 'p') {
            static const char *none[] = {""};
            random_format(format, none, 1, letter, &stars);
            /* With zero flag or precision a null pointer is not worth being exact about. */
            void *pointer = (void *)(random_bits() >> 16 | 1);
            COMPARE(format, stars, pointer);
        } else {
            random_format(format, lengths, 9, letter, &stars);
            COMPARE(format, stars, random_integer());
        }
    }
}

static void check_floats_printed(void) {
    static const char *lengths[] = {""}, *long_lengths[] = {"L"};
    static const char letters[] = "eEfFgGaA";
    char format[64];
    int stars;
    for (int i = 0; i < 25000; i++) {
        random_format(format, lengths, 1, letters[random_below(8)], &stars);
        COMPARE(format, stars, random_double());
    }
    for (int i = 0; i < 6000; i++) {
        random_format(format, long_lengths, 1, letters[random_below(8)], &stars);
        COMPARE(format, stars, random_long_double());
    }
    static const double corners[] = {DBL_MAX, DBL_MIN, 4.9406564584124654e-324, 0.5, 1.5, 2.5,
                                     9.5, 99.5, 0.05, 0.25, 9999995, 1e15, 123456789};
    static const char *formats[] = {"%.0f", "%.1f", "%.2f", "%.0e", "%.0g", "%g", "%#.0f", "%#g",
                                    "%#.0e", "%.400f", "%.800e", "%a", "%.0a", "%.1a", "%.20a"};
    for (size_t i = 0; i < sizeof corners / sizeof *corners; i++)
        for (size_t k = 0; k < sizeof formats / sizeof *formats; k++)
            COMPARE(formats[k], 0, corners[i]);
    COMPARE("%Lf", 0, LDBL_MAX);
    COMPARE("%.12000Lg", 0, LDBL_MIN);
    COMPARE("%.4000Lf", 0, LDBL_TRUE_MIN);
}

static void check_strings_printed(void) {
    static const char *lengths[] = {""}, *texts[] = {"", "a", "hello", "longer than that text"};
    char format[64];
    int stars;
    for (int i = 0; i < 5000; i++) {
        random_format(format, lengths, 1, 's', &stars);
        COMPARE(format, stars, texts[random_below(4)]);
        random_format(format, lengths, 1, 'c', &stars);
        COMPARE(format, stars, random_below(256));
        static const char *wide[] = {"l"};
        random_format(format, wide, 1, 's', &stars);
        COMPARE(format, stars, L"wide text");
    }
    char *null = NULL;
    COMPARE("%s", 0, null);
    COMPARE("%.3s", 0, null);
    COMPARE("%10s|", 0, null);
    COMPARE("%p", 0, null);
    COMPARE("%10p|", 0, null);
    COMPARE("%-10p|", 0, null);
    COMPARE("%ls", 0, L"\x100");
    COMPARE("100%% %d", 0, 7);
    COMPARE("%y %d", 0, 7);
    COMPARE("%5", 0, 7);
    COMPARE("%", 0, 7);
    COMPARE("%2147483648d", 0, 7);
    COMPARE("%lc", 0, 65);
    COMPARE("%C%%", 0, 66);
}

static void check_others(void) {
    char ours[200], theirs[200];
    long n1 = 0, n2 = 0;
    short h1 = 0, h2 = 0;
    int a = model_snprintf(ours, 200, "%2$s-%1$d %3$5.2f%4$ln", 5, "x", 2.345, &n1);
    int b = snprintf(theirs, 200, "%2$s-%1$d %3$5.2f%4$ln", 5, "x", 2.345, &n2);
    CHECK(a == b && strcmp(ours, theirs) == 0, "positions: %s, %s", ours, theirs);
    a = model_snprintf(ours, 200, "%2$*1$d|%4$.*3$f", 8, 42, 3, 1.23456);
    b = snprintf(theirs, 200, "%2$*1$d|%4$.*3$f", 8, 42, 3, 1.23456);
    CHECK(a == b && strcmp(ours, theirs) == 0, "positions: %s, %s", ours, theirs);
    model_sprintf(ours, "%s%ln%d%hn", "abc", &n1, 1234, &h1);
    sprintf(theirs, "%s%ln%d%hn", "abc", &n2, 1234, &h2);
    CHECK(n1 == n2 && h1 == h2 && strcmp(ours, theirs) == 0, "%%n: %ld %d", n1, h1);
    for (int number = -1; number < 140; number++) {
        model_wfl_errno = errno = number;
        a = model_snprintf(ours, 200, "%m|%30m|%-3m");
        errno = number;
        b = snprintf(theirs, 200, "%m|%30m|%-3m");
        CHECK(a == b && strcmp(ours, theirs) == 0, "%%m %d: %s, %s", number, ours, theirs);
    }
    a = model_snprintf(ours, 200, "%d %Lf %s %lld %f %c %g %d %d %d %f %f %f %f %f %f %f", 1, 2.5L,
                       "three", 4LL, 5.0, '6', 7.0, 8, 9, 10, 1., 2., 3., 4., 5., 6., 7.);
    b = snprintf(theirs, 200, "%d %Lf %s %lld %f %c %g %d %d %d %f %f %f %f %f %f %f", 1, 2.5L,
                 "three", 4LL, 5.0, '6', 7.0, 8, 9, 10, 1., 2., 3., 4., 5., 6., 7.);
    CHECK(a == b && strcmp(ours, theirs) == 0, "many: %s, %s", ours, theirs);
    char *text;
    a = model_asprintf(&text, "%0*d", 500, 7);
    CHECK(a == 500 && strlen(text) == 500 && text[499] == '7', "asprintf %d", a);
}

void check_print(void) {
    check_integers_printed();
    check_floats_printed();
    check_strings_printed();
    check_others();
}
