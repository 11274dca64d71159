/* fnmatch.h: patterns of names, as the shell has them. */
#include "characters.h"

#include <fnmatch.h>

/* A flag of our own: the texts are UTF-8, of which not all is ASCII. */
enum { IS_UTF8 = 1 << 20 };

/* The character at a place and how many bytes it has; a zero has one. */
static int character(const char *at, int flags, uint32_t *c) {
    *c = (unsigned char)*at;
    return (flags & IS_UTF8) && *c > 127 ? wfl_utf8_length((const unsigned char *)at, 6, c) : 1;
}

static int length_at(const char *at, int flags) {
    uint32_t c;
    return character(at, flags, &c);
}

/* Whether a leading period at this place has to be matched by one. */
static bool is_leading_period(const char *text, const char *start, int flags) {
    if (*text != '.' || !(flags & FNM_PERIOD))
        return false;
    return text == start || ((flags & FNM_PATHNAME) && text[-1] == '/');
}

static uint32_t lower(uint32_t c) { return c > 127 ? wfl_wide_to_lower(c) : (uint32_t)wfl_to_lower((int)c); }

static uint32_t folded(uint32_t c, int flags) {
    if (!(flags & FNM_CASEFOLD))
        return c;
    return flags & IS_UTF8 ? lower(c) : (uint32_t)wfl_to_lower((int)c);
}

static bool is_lower(int c) { return (unsigned)c - 'a' < 26; }
static bool is_upper(int c) { return (unsigned)c - 'A' < 26; }
static bool is_graph(int c) { return (unsigned)c - '!' < 94; }

static bool is_of_class(const char *name, size_t length, uint32_t character, int flags) {
    int c = (int)character;
    static const char *const names[] = {"alpha", "digit", "alnum", "upper", "lower", "space",
                                        "blank", "punct", "print", "graph", "cntrl", "xdigit"};
    size_t which = 0, count = sizeof names / sizeof *names;
    while (which < count &&
           (wfl_length(names[which]) != length || !wfl_same_name(names[which], name, length)))
        which++;
    if (which < count && (flags & IS_UTF8) && character > 127) {
        static const enum wfl_class classes[] = {WFL_ALPHA, WFL_DIGIT, WFL_ALNUM, WFL_UPPER, WFL_LOWER, WFL_SPACE,
                                                 WFL_BLANK, WFL_PUNCT, WFL_PRINT, WFL_GRAPH, WFL_CNTRL, WFL_XDIGIT};
        return wfl_wide_is(character, classes[which]);
    }
    bool alpha = is_lower(c) || is_upper(c), digit = wfl_is_digit(c);
    const bool are[] = {alpha,
                        digit,
                        alpha || digit,
                        is_upper(c),
                        is_lower(c),
                        wfl_is_space(c),
                        c == ' ' || c == '\t',
                        is_graph(c) && !alpha && !digit,
                        is_graph(c) || c == ' ',
                        is_graph(c),
                        (unsigned)c < 32 || c == 127,
                        digit || (unsigned)(c | 32) - 'a' < 6};
    return which < count && are[which];
}

/* The end of `[:name:]` from its name on, or null. */
static const char *class_end(const char *name) {
    const char *at = name;
    while (is_lower(*at))
        at++;
    return at[0] == ':' && at[1] == ']' ? at : NULL;
}

/* A character of a bracket expression; null where the pattern ends. */
static const char *bracket_character(const char *at, int flags, uint32_t *c) {
    if (*at == '\\' && !(flags & FNM_NOESCAPE))
        at++;
    if (!*at)
        return NULL;
    if (*at == '[' && (at[1] == '.' || at[1] == '=')) {
        /* Each stands for one character. */
        int length = at[2] ? character(at + 2, flags, c) : 0;
        if (!length || at[2 + length] != at[1] || at[3 + length] != ']')
            wf__unsupported("fnmatch with a collating symbol of several characters");
        return at + 4 + length;
    }
    return at + character(at, flags, c);
}

/* Whether a character is in the bracket expression that begins behind `[`; `*end` becomes where it ends, null
   if it is none. */
static bool is_in_brackets(const char *at, uint32_t c, int flags, const char **end) {
    bool negated = *at == '!' || *at == '^', matches = false;
    at += negated;
    const char *first = at;
    *end = NULL;
    while (*at != ']' || at == first) {
        const char *class = at[0] == '[' && at[1] == ':' ? class_end(at + 2) : NULL;
        if (class) {
            size_t length = (size_t)(class - at - 2);
            matches |= is_of_class(at + 2, length, c, flags);
            at = class + 2;
            continue;
        }
        uint32_t low, high;
        at = bracket_character(at, flags, &low);
        if (!at)
            return false;
        high = low;
        if (at[0] == '-' && at[1] != ']' && at[1]) {
            at = bracket_character(at + 1, flags, &high);
            if (!at)
                return false;
        }
        matches |= (c >= low && c <= high) || (folded(c, flags) >= folded(low, flags) &&
                                               folded(c, flags) <= folded(high, flags));
    }
    *end = at + 1;
    return matches != negated;
}

static bool is_end(const char *text, int flags) {
    return !*text || (*text == '/' && (flags & FNM_LEADING_DIR));
}

static bool matches(const char *pattern, const char *text, const char *start, int flags);

/* Behind a star. */
static bool matches_later(const char *pattern, const char *text, const char *start, int flags) {
    if (is_leading_period(text, start, flags))
        return false;
    /* glibc looks for an escaped slash only before the next one. */
    bool path = (flags & (FNM_PATHNAME | FNM_LEADING_DIR)) == FNM_PATHNAME;
    if (path && !(flags & FNM_NOESCAPE) && pattern[0] == '\\' && pattern[1] == '/')
        return false;
    for (;; text += length_at(text, flags)) {
        if (matches(pattern, text, start, flags))
            return true;
        if (!*text || (*text == '/' && (flags & FNM_PATHNAME)))
            return false;
    }
}

static bool matches(const char *pattern, const char *text, const char *start, int flags) {
    for (int length; *pattern; pattern++, text += length) {
        uint32_t c, wanted;
        const char *end;
        length = character(text, flags, &c);
        bool any = c && !(c == '/' && (flags & FNM_PATHNAME)) && !is_leading_period(text, start, flags);
        switch (*pattern) {
        case '*':
            while (pattern[1] == '*')
                pattern++;
            return matches_later(pattern + 1, text, start, flags);
        case '?':
            if (!any)
                return false;
            break;
        case '[': {
            bool in = is_in_brackets(pattern + 1, c, flags, &end);
            if (end && (!any || !in))
                return false;
            if (end)
                pattern = end - 1;
            else if (c != '[')
                return false;
            break;
        }
        case '\\':
            if (!(flags & FNM_NOESCAPE) && !*++pattern)
                return false;
            /* fall through */
        default:
            pattern += character(pattern, flags, &wanted) - 1;
            if (folded(wanted, flags) != folded(c, flags))
                return false;
        }
    }
    return is_end(text, flags);
}

enum { ALL_ASCII, HAS_OTHERS, NO_UTF8 };

static int contents(const char *text) {
    int found = ALL_ASCII;
    for (int length; *text; text += length) {
        uint32_t c;
        found |= (unsigned char)*text > 127 ? HAS_OTHERS : ALL_ASCII;
        length = character(text, IS_UTF8, &c);
        if (length == 0)
            return NO_UTF8;
    }
    return found;
}

int wfl_fnmatch(const char *pattern, const char *text, int flags) {
    if (flags & FNM_EXTMATCH)
        wf__unsupported("fnmatch with FNM_EXTMATCH");
    /* What matches as bytes matches for glibc, too. */
    bool characters = wfl_utf8 && (contents(pattern) | contents(text)) == HAS_OTHERS;
    if (characters && matches(pattern, text, text, flags | IS_UTF8))
        return 0;
    return matches(pattern, text, text, flags) ? 0 : FNM_NOMATCH;
}

int fnmatch(const char *pattern, const char *text, int flags) { return wfl_fnmatch(pattern, text, flags); }
