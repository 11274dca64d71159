/* wctype.h: classes and mappings of wide characters, by name and by functions, and their widths. */
#include "characters.h"

#include <wctype.h>

static inline int within(wint_t c, wint_t low, wint_t high) { return c - low <= high - low; }
static inline int is_alpha(wint_t c) { return within(c | 32, 'a', 'z'); }
static inline int is_digit(wint_t c) { return within(c, '0', '9'); }
static inline int is_graph(wint_t c) { return within(c, '!', '~'); }

/* Computed without a branch where only ASCII is asked for. */
static inline bool is_ascii_of(wint_t c, enum wfl_class class) {
    switch (class) {
    case WFL_ALNUM:
        return is_alpha(c) | is_digit(c);
    case WFL_ALPHA:
        return is_alpha(c);
    case WFL_BLANK:
        return (c == ' ') | (c == '\t');
    case WFL_CNTRL:
        return (c < 32) | (c == 127);
    case WFL_DIGIT:
        return is_digit(c);
    case WFL_GRAPH:
        return is_graph(c);
    case WFL_LOWER:
        return within(c, 'a', 'z');
    case WFL_PRINT:
        return within(c, ' ', '~');
    case WFL_PUNCT:
        return is_graph(c) & (is_alpha(c) == 0) & (is_digit(c) == 0);
    case WFL_SPACE:
        return (c == ' ') | within(c, '\t', '\r');
    case WFL_UPPER:
        return within(c, 'A', 'Z');
    case WFL_XDIGIT:
        return is_digit(c) | within(c | 32, 'a', 'f');
    default:
        return false;
    }
}

static inline bool is_of(wint_t c, enum wfl_class class, bool utf8) {
    if (utf8 && c > 127)
        return wfl_wide_is(c, class);
    return is_ascii_of(c, class);
}

static inline wint_t to_lower(wint_t c, bool utf8) {
    if (utf8 && c > 127)
        return wfl_wide_to_lower(c);
    return within(c, 'A', 'Z') ? c + 32 : c;
}

static inline wint_t to_upper(wint_t c, bool utf8) {
    if (utf8 && c > 127)
        return wfl_wide_to_upper(c);
    return within(c, 'a', 'z') ? c - 32 : c;
}

#define CLASS(name, class)                                                                         \
    int name(wint_t c) { return is_of(c, class, wfl_utf8); }                                       \
    int name##_l(wint_t c, locale_t locale) { return is_of(c, class, wfl_is_utf8(locale)); }
CLASS(iswalnum, WFL_ALNUM)
CLASS(iswalpha, WFL_ALPHA)
CLASS(iswblank, WFL_BLANK)
CLASS(iswcntrl, WFL_CNTRL)
CLASS(iswdigit, WFL_DIGIT)
CLASS(iswgraph, WFL_GRAPH)
CLASS(iswlower, WFL_LOWER)
CLASS(iswprint, WFL_PRINT)
CLASS(iswpunct, WFL_PUNCT)
CLASS(iswspace, WFL_SPACE)
CLASS(iswupper, WFL_UPPER)
CLASS(iswxdigit, WFL_XDIGIT)

wint_t towlower(wint_t c) { return to_lower(c, wfl_utf8); }
wint_t towupper(wint_t c) { return to_upper(c, wfl_utf8); }
wint_t towlower_l(wint_t c, locale_t locale) { return to_lower(c, wfl_is_utf8(locale)); }
wint_t towupper_l(wint_t c, locale_t locale) { return to_upper(c, wfl_is_utf8(locale)); }

/* A class as wctype() gives it: its number from 1. */
static wctype_t class_of(const char *name) {
    static const char *const names[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph",
                                        "lower", "print", "punct", "space", "upper", "xdigit"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (wfl_compare(name, names[i]) == 0)
            return i + 1;
    if (wfl_utf8 && (wfl_compare(name, "combining") == 0 || wfl_compare(name, "combining_level3") == 0))
        wf__unsupported("wctype of combining characters");
    return 0;
}

wctype_t wctype(const char *name) { return class_of(name); }
wctype_t wctype_l(const char *name, locale_t locale) {
    (void)locale;
    return class_of(name);
}
int iswctype(wint_t c, wctype_t class) { return is_of(c, (enum wfl_class)(class - 1), wfl_utf8); }
int iswctype_l(wint_t c, wctype_t class, locale_t locale) {
    return is_of(c, (enum wfl_class)(class - 1), wfl_is_utf8(locale));
}

static const char mappings[2]; /* to lower case, to upper case: the addresses tell them apart */

static wint_t mapped(wint_t c, const void *mapping, bool utf8) {
    if (mapping == &mappings[0])
        return to_lower(c, utf8);
    if (mapping == &mappings[1])
        return to_upper(c, utf8);
    return c;
}

static wctrans_t mapping_of(const char *name) {
    const char *mapping = wfl_compare(name, "tolower") == 0   ? &mappings[0]
                          : wfl_compare(name, "toupper") == 0 ? &mappings[1]
                                                              : NULL;
    if (wfl_utf8 && wfl_compare(name, "totitle") == 0)
        wf__unsupported("wctrans to titles");
    if (!mapping)
        errno = EINVAL;
    return (wctrans_t)mapping;
}

wctrans_t wctrans(const char *name) { return mapping_of(name); }
wctrans_t wctrans_l(const char *name, locale_t locale) {
    (void)locale;
    return mapping_of(name);
}
wint_t towctrans(wint_t c, wctrans_t mapping) { return mapped(c, mapping, wfl_utf8); }
wint_t towctrans_l(wint_t c, wctrans_t mapping, locale_t locale) { return mapped(c, mapping, wfl_is_utf8(locale)); }

static int width(wchar_t c) {
    if (wfl_utf8 && (uint32_t)c > 127)
        return wfl_wide_width((uint32_t)c);
    return c == 0 ? 0 : c >= 32 && c < 127 ? 1 : -1;
}

int wcwidth(wchar_t c) { return width(c); }

int wcswidth(const wchar_t *string, size_t limit) {
    int all = 0;
    for (size_t i = 0; i < limit && string[i]; i++) {
        int one = width(string[i]);
        if (one < 0)
            return -1;
        all += one;
    }
    return all;
}
