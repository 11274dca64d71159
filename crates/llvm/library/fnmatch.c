/* fnmatch.h: patterns of names, as the shell has them, in the C locale. */
#include "library.h"

#include <fnmatch.h>

/* Whether a leading period at this place has to be matched by one. */
static bool is_leading_period(const char *text, const char *start, int flags) {
    if (*text != '.' || !(flags & FNM_PERIOD))
        return false;
    return text == start || ((flags & FNM_PATHNAME) && text[-1] == '/');
}

static int folded(int c, int flags) { return flags & FNM_CASEFOLD ? wfl_to_lower(c) : c; }

static bool is_lower(int c) { return (unsigned)c - 'a' < 26; }
static bool is_upper(int c) { return (unsigned)c - 'A' < 26; }
static bool is_graph(int c) { return (unsigned)c - '!' < 94; }

static bool is_of_class(const char *name, size_t length, int c) {
    static const char *const names[] = {"alpha", "digit", "alnum", "upper", "lower", "space",
                                        "blank", "punct", "print", "graph", "cntrl", "xdigit"};
    size_t which = 0, count = sizeof names / sizeof *names;
    while (which < count &&
           (wfl_length(names[which]) != length || wf__memcmp(names[which], name, length) != 0))
        which++;
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
static const char *bracket_character(const char *at, int flags, unsigned char *c) {
    if (*at == '\\' && !(flags & FNM_NOESCAPE))
        at++;
    if (!*at)
        return NULL;
    if (*at == '[' && (at[1] == '.' || at[1] == '=')) {
        /* In the C locale each stands for one character. */
        if (!at[2] || at[3] != at[1] || at[4] != ']')
            wf__unsupported("fnmatch with a collating symbol of several characters");
        *c = (unsigned char)at[2];
        return at + 5;
    }
    *c = (unsigned char)*at;
    return at + 1;
}

/* Whether a character is in the bracket expression that begins behind `[`; `*end` becomes where it ends, null
   if it is none. */
static bool is_in_brackets(const char *at, unsigned char c, int flags, const char **end) {
    bool negated = *at == '!' || *at == '^', matches = false;
    at += negated;
    const char *first = at;
    *end = NULL;
    while (*at != ']' || at == first) {
        const char *class = at[0] == '[' && at[1] == ':' ? class_end(at + 2) : NULL;
        if (class) {
            matches |= is_of_class(at + 2, (size_t)(class - at - 2), c) ||
                       ((flags & FNM_CASEFOLD) && is_of_class(at + 2, (size_t)(class - at - 2), wfl_to_lower(c)));
            at = class + 2;
            continue;
        }
        unsigned char low, high;
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
    for (;; text++) {
        if (matches(pattern, text, start, flags))
            return true;
        if (!*text || (*text == '/' && (flags & FNM_PATHNAME)))
            return false;
    }
}

static bool matches(const char *pattern, const char *text, const char *start, int flags) {
    for (; *pattern; pattern++, text++) {
        unsigned char c = (unsigned char)*text;
        const char *end;
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
            if (folded((unsigned char)*pattern, flags) != folded(c, flags))
                return false;
        }
    }
    return is_end(text, flags);
}

int wfl_fnmatch(const char *pattern, const char *text, int flags) {
    if (flags & FNM_EXTMATCH)
        wf__unsupported("fnmatch with FNM_EXTMATCH");
    return matches(pattern, text, text, flags) ? 0 : FNM_NOMATCH;
}

int fnmatch(const char *pattern, const char *text, int flags) { return wfl_fnmatch(pattern, text, flags); }
