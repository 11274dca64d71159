/* wctype.h: classes and mappings of characters by name, in the C locale. */
#include "library.h"

#include <wctype.h>

static inline int within(wint_t c, wint_t low, wint_t high) { return c - low <= high - low; }
static inline int is_alpha(wint_t c) { return within(c | 32, 'a', 'z'); }
static inline int is_digit(wint_t c) { return within(c, '0', '9'); }
static inline int is_graph(wint_t c) { return within(c, '!', '~'); }

enum class { NONE, ALNUM, ALPHA, BLANK, CNTRL, DIGIT, GRAPH, LOWER, PRINT, PUNCT, SPACE, UPPER, XDIGIT };

static bool is_of(wint_t c, enum class class) {
    switch (class) {
    case ALNUM:
        return is_alpha(c) | is_digit(c);
    case ALPHA:
        return is_alpha(c);
    case BLANK:
        return (c == ' ') | (c == '\t');
    case CNTRL:
        return (c < 32) | (c == 127);
    case DIGIT:
        return is_digit(c);
    case GRAPH:
        return is_graph(c);
    case LOWER:
        return within(c, 'a', 'z');
    case PRINT:
        return within(c, ' ', '~');
    case PUNCT:
        return is_graph(c) & (is_alpha(c) == 0) & (is_digit(c) == 0);
    case SPACE:
        return (c == ' ') | within(c, '\t', '\r');
    case UPPER:
        return within(c, 'A', 'Z');
    case XDIGIT:
        return is_digit(c) | within(c | 32, 'a', 'f');
    default:
        return false;
    }
}

static enum class class_of(const char *name) {
    static const char *const names[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph",
                                        "lower", "print", "punct", "space", "upper", "xdigit"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (wfl_compare(name, names[i]) == 0)
            return (enum class)(i + 1);
    return NONE;
}

wctype_t wctype(const char *name) { return class_of(name); }
wctype_t wctype_l(const char *name, locale_t locale) {
    (void)locale;
    return class_of(name);
}
int iswctype(wint_t c, wctype_t class) { return is_of(c, (enum class)class); }
int iswctype_l(wint_t c, wctype_t class, locale_t locale) {
    (void)locale;
    return is_of(c, (enum class)class);
}

static const char mappings[2]; /* to lower case, to upper case: the addresses tell them apart */

static wint_t mapped(wint_t c, const void *mapping) {
    if (mapping == &mappings[0])
        return within(c, 'A', 'Z') ? c + 32 : c;
    if (mapping == &mappings[1])
        return within(c, 'a', 'z') ? c - 32 : c;
    return c;
}

static wctrans_t mapping_of(const char *name) {
    const char *mapping = wfl_compare(name, "tolower") == 0   ? &mappings[0]
                          : wfl_compare(name, "toupper") == 0 ? &mappings[1]
                                                              : NULL;
    if (!mapping)
        errno = EINVAL;
    return (wctrans_t)mapping;
}

wctrans_t wctrans(const char *name) { return mapping_of(name); }
wctrans_t wctrans_l(const char *name, locale_t locale) {
    (void)locale;
    return mapping_of(name);
}
wint_t towctrans(wint_t c, wctrans_t mapping) { return mapped(c, mapping); }
wint_t towctrans_l(wint_t c, wctrans_t mapping, locale_t locale) {
    (void)locale;
    return mapped(c, mapping);
}
wint_t towlower_l(wint_t c, locale_t locale) {
    (void)locale;
    return mapped(c, &mappings[0]);
}
wint_t towupper_l(wint_t c, locale_t locale) {
    (void)locale;
    return mapped(c, &mappings[1]);
}

#define CLASS(name, class)                                                                         \
    int name(wint_t c, locale_t locale) {                                                          \
        (void)locale;                                                                              \
        return is_of(c, class);                                                                    \
    }
CLASS(iswalnum_l, ALNUM)
CLASS(iswalpha_l, ALPHA)
CLASS(iswblank_l, BLANK)
CLASS(iswcntrl_l, CNTRL)
CLASS(iswdigit_l, DIGIT)
CLASS(iswgraph_l, GRAPH)
CLASS(iswlower_l, LOWER)
CLASS(iswprint_l, PRINT)
CLASS(iswpunct_l, PUNCT)
CLASS(iswspace_l, SPACE)
CLASS(iswupper_l, UPPER)
CLASS(iswxdigit_l, XDIGIT)
