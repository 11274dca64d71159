/*
 * ctype.h. The functions compare instead of indexing a table, so that a symbolic character gives a
 * small formula; their non-zero results are glibc's. Programs compiled with the macros of the
 * system's header index the tables.
 */
#include "library.h"

#include "ctype_tables.h"

static inline int within(int c, int low, int high) {
    return (unsigned)c - (unsigned)low <= (unsigned)(high - low);
}

static inline int upper(int c) { return within(c, 'A', 'Z'); }
static inline int lower(int c) { return within(c, 'a', 'z'); }
static inline int alpha(int c) { return within(c | 32, 'a', 'z'); }
static inline int digit(int c) { return within(c, '0', '9'); }
static inline int alnum(int c) { return alpha(c) | digit(c); }
static inline int graph(int c) { return within(c, '!', '~'); }
static inline int xdigit(int c) { return digit(c) | within(c | 32, 'a', 'f'); }
static inline int space(int c) { return (c == ' ') | within(c, '\t', '\r'); }
static inline int blank(int c) { return (c == ' ') | (c == '\t'); }
static inline int cntrl(int c) { return within(c, 0, 31) | (c == 127); }
static inline int punct(int c) { return graph(c) & !alnum(c); }
static inline int print(int c) { return within(c, ' ', '~'); }

/* The function, its locale_t form, and the bit that glibc returns. */
#define CLASS(name, test, bit)                                                                     \
    int name(int c) { return test(c) ? bit : 0; }                                                  \
    int name##_l(int c, void *locale) {                                                            \
        (void)locale;                                                                              \
        return test(c) ? bit : 0;                                                                  \
    }

CLASS(isupper, upper, 256)
CLASS(islower, lower, 512)
CLASS(isalpha, alpha, 1024)
CLASS(isdigit, digit, 2048)
CLASS(isxdigit, xdigit, 4096)
CLASS(isspace, space, 8192)
CLASS(isprint, print, 16384)
CLASS(isgraph, graph, 32768)
CLASS(isblank, blank, 1)
CLASS(iscntrl, cntrl, 2)
CLASS(ispunct, punct, 4)
CLASS(isalnum, alnum, 8)

int isascii(int c) { return within(c, 0, 127); }
int toascii(int c) { return c & 127; }
/* A byte that was negative as a `char` becomes what it is as an `unsigned char`, but for EOF. */
static int unless_negative(int c, int otherwise) { return within(c, -128, -2) ? c + 256 : otherwise; }

int tolower(int c) { return unless_negative(c, upper(c) ? c + 32 : c); }
int toupper(int c) { return unless_negative(c, lower(c) ? c - 32 : c); }
int _tolower(int c) { return unless_negative(c, upper(c) ? c + 32 : c); }
int _toupper(int c) { return unless_negative(c, lower(c) ? c - 32 : c); }

int tolower_l(int c, void *locale) {
    (void)locale;
    return unless_negative(c, upper(c) ? c + 32 : c);
}

int toupper_l(int c, void *locale) {
    (void)locale;
    return unless_negative(c, lower(c) ? c - 32 : c);
}

const unsigned short **__ctype_b_loc(void) {
    static const unsigned short *classes = CLASSES + 128;
    return &classes;
}

/* The case tables for -128..255: -128..-2 stand for the same byte as an unsigned char. */
static void fill_case_table(int32_t table[384], int from, int to) {
    for (int c = -128; c < 256; c++)
        table[c + 128] = c < -1 ? c + 256 : within(c, from, from + 25) ? c - from + to : c;
}

const int32_t **__ctype_tolower_loc(void) {
    static int32_t table[384];
    static const int32_t *base;
    if (!base) {
        fill_case_table(table, 'A', 'a');
        base = table + 128;
    }
    return &base;
}

const int32_t **__ctype_toupper_loc(void) {
    static int32_t table[384];
    static const int32_t *base;
    if (!base) {
        fill_case_table(table, 'a', 'A');
        base = table + 128;
    }
    return &base;
}
