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

static uint32_t lower(uint32_t c) { return c > 127 ? wfl_wide_to_lower(c) : (uint32_t)wfl_to_lower((int)c); }

static uint32_t folded(uint32_t c, int flags) {
    if (!(flags & FNM_CASEFOLD))
        return c;
    return flags & IS_UTF8 ? lower(c) : (uint32_t)wfl_to_lower((int)c);
}

static bool is_lower(int c) { return (unsigned)c - 'a' < 26; }
static bool is_upper(int c) { return (unsigned)c - 'A' < 26; }
static bool is_graph(int c) { return (unsigned)c - '!' < 94; }

/* What becomes of a bracket expression: it may be none, and it may make any match fail. */
enum outcome { OUT, IN, NO_BRACKETS, NEVER };

static enum outcome is_of_class(const char *name, size_t length, uint32_t character, int flags) {
    int c = (int)character;
    static const char *const names[] = {"alpha", "digit", "alnum", "upper", "lower", "space",
                                        "blank", "punct", "print", "graph", "cntrl", "xdigit"};
    size_t which = 0, count = sizeof names / sizeof *names;
    while (which < count &&
           (wfl_length(names[which]) != length || !wfl_same_name(names[which], name, length)))
        which++;
    if (which == count)
        return NEVER;
    if ((flags & IS_UTF8) && character > 127) {
        static const enum wfl_class classes[] = {WFL_ALPHA, WFL_DIGIT, WFL_ALNUM, WFL_UPPER, WFL_LOWER, WFL_SPACE,
                                                 WFL_BLANK, WFL_PUNCT, WFL_PRINT, WFL_GRAPH, WFL_CNTRL, WFL_XDIGIT};
        return wfl_wide_is(character, classes[which]) ? IN : OUT;
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
    return are[which] ? IN : OUT;
}

/* The end of `[:name:]` from its name on, or null. No class has a z in its name, so glibc looks for none. */
static const char *class_end(const char *name) {
    const char *at = name;
    while (is_lower(*at) && *at != 'z')
        at++;
    return at[0] == ':' && at[1] == ']' ? at : NULL;
}

static bool escapes(const char *at, int flags) { return *at == '\\' && !(flags & FNM_NOESCAPE); }

/* The end of `[.x.]` behind its `[.`, with the character in it; null if there is none or not one: no others have
   names. */
static const char *symbol_end(const char *at, int flags, uint32_t *c) {
    int length = *at ? character(at, flags, c) : 0;
    return length && at[length] == '.' && at[length + 1] == ']' ? at + length + 2 : NULL;
}

/* Goes on in a bracket expression once the character was found in it. What follows is not looked at as closely as
   before: a range does not hide a class. */
static enum outcome skip_rest(const char *at, int flags, const char **end) {
    for (; *at != ']'; at++) {
        if (!*at)
            return NO_BRACKETS;
        if (escapes(at, flags)) {
            if (!*++at)
                return NEVER;
        } else if (at[0] == '[' && at[1] == ':') {
            const char *class = class_end(at + 2);
            at = class ? class + 1 : at;
        } else if (at[0] == '[' && at[1] == '=') {
            int length = at[2] ? length_at(at + 2, flags) : 0;
            if (!length || at[2 + length] != '=' || at[3 + length] != ']')
                return NEVER;
            at += 3 + length;
        } else if (at[0] == '[' && at[1] == '.') {
            for (at += 2; at[0] != '.' || at[1] != ']'; at++)
                if (!*at)
                    return NEVER;
            at++;
        }
    }
    *end = at + 1;
    return IN;
}

/* Characters that have no place in the order of C.UTF-8, as glibc has it, are in no range. */
static bool has_place(uint32_t c, int flags) { return !(flags & IS_UTF8) || c < 256; }

/* Whether a character is in the range from one to what is behind the `-` at *at. */
static enum outcome is_in_range(const char **at, uint32_t low, uint32_t c, int flags) {
    const char *end = *at + 1;
    uint32_t high;
    bool known = has_place(c, flags);
    if (known && end[0] == '[' && end[1] == '.') {
        end = symbol_end(end + 2, flags, &high);
        if (!end)
            return NEVER;
    } else {
        end += known && escapes(end, flags);
        if (!*end)
            return NEVER;
        end += character(end, flags, &high);
        high = folded(high, flags);
    }
    *at = end;
    if (!known || !has_place(low, flags))
        return OUT;
    return has_place(high, flags) ? (low <= c && c <= high ? IN : OUT) : low == c ? IN : OUT;
}

/* Whether a character is what one part of a bracket expression stands for, which is passed over. */
static enum outcome is_part(const char **part, uint32_t c, int flags) {
    const char *at = *part;
    uint32_t low, as_it_is = c;
    c = folded(c, flags);
    bool is_range;
    if (at[0] == '[' && at[1] == ':' && class_end(at + 2)) {
        const char *end = class_end(at + 2);
        *part = end + 2;
        return is_of_class(at + 2, (size_t)(end - at - 2), as_it_is, flags);
    }
    if (at[0] == '[' && at[1] == '=') {
        int length = at[2] ? character(at + 2, flags, &low) : 0;
        if (length && at[2 + length] == '=' && at[3 + length] == ']') {
            *part = at + 4 + length;
            return as_it_is == low ? IN : OUT;
        }
    }
    if (at[0] == '[' && at[1] == '.') {
        at = symbol_end(at + 2, flags, &low);
        if (!at)
            return NEVER;
        is_range = at[0] == '-' && at[1];
        if (!is_range && as_it_is == low) {
            *part = at;
            return IN;
        }
    } else {
        at += escapes(at, flags);
        if (!*at)
            return NEVER;
        at += character(at, flags, &low);
        low = folded(low, flags);
        is_range = at[0] == '-' && at[1] && at[1] != ']';
        if (!is_range && low == c) {
            *part = at;
            return IN;
        }
    }
    enum outcome outcome = at[0] == '-' && at[1] != ']' ? is_in_range(&at, low, c, flags) : OUT;
    *part = at;
    return outcome;
}

/* Whether a character is in the bracket expression that begins behind `[`; `*end` becomes where it ends. */
static enum outcome is_in_brackets(const char *at, uint32_t c, int flags, const char **end) {
    bool negated = *at == '!' || *at == '^';
    at += negated;
    enum outcome outcome;
    do {
        if (!*at)
            return NO_BRACKETS;
        outcome = is_part(&at, c, flags);
    } while (outcome == OUT && *at != ']');
    if (outcome == OUT)
        *end = at + 1;
    else if (outcome == IN)
        outcome = skip_rest(at, flags, end);
    return outcome > IN ? outcome : (outcome == IN) != negated ? IN : OUT;
}

/* Where a star is met in a pattern. */
struct star {
    const char *pattern, *text;
    bool leading;
};

static bool is_separator(const char *text, int flags) { return *text == '/' && (flags & FNM_PATHNAME); }

/* A leading period has to be matched by one. */
static bool is_any(const char *text, bool leading, int flags) {
    return *text && !is_separator(text, flags) && !(*text == '.' && leading);
}

static bool matches(const char *pattern, const char *text, bool leading, int flags, struct star *star);

/* Behind the stars and question marks at `it`: whether the rest matches later. The rest up to the next star is
   looked for only once; `it` becomes that star, or has no pattern if there is none. */
static bool matches_later(struct star *it, int flags) {
    const char *pattern = it->pattern, *text = it->text;
    bool leading = it->leading;
    it->pattern = NULL;
    if (*text == '.' && leading)
        return false;
    for (; *pattern == '*' || *pattern == '?'; pattern++) {
        if (*pattern == '*')
            continue;
        if (!*text || is_separator(text, flags))
            return false;
        text += length_at(text, flags);
    }
    if (!*pattern) {
        while (*text && (flags & (FNM_PATHNAME | FNM_LEADING_DIR)) == FNM_PATHNAME)
            if (*text++ == '/')
                return false;
        return true;
    }
    if (is_separator(pattern, flags)) {
        while (*text && *text != '/')
            text++;
        return *text && matches(pattern + 1, text + 1, flags & FNM_PERIOD, flags, NULL);
    }
    /* An escaped slash is looked for only before the next one. */
    int inner = flags & FNM_PATHNAME ? flags : flags & ~FNM_PERIOD;
    for (; *text && !is_separator(text, flags); text += length_at(text, flags), leading = false)
        if (matches(pattern, text, leading, inner, it))
            return true;
    return false;
}

/* If a star is wanted, the pattern is matched only up to there. */
static bool matches(const char *pattern, const char *text, bool leading, int flags, struct star *star) {
    for (int length; *pattern; pattern++, text += length) {
        uint32_t c, wanted;
        const char *end;
        bool slash = false;
        length = character(text, flags, &c);
        switch (*pattern) {
        case '*': {
            struct star here = {pattern, text, leading};
            if (star) {
                *star = here;
                return true;
            }
            while (here.pattern) {
                if (!matches_later(&here, flags))
                    return false;
            }
            return true;
        }
        case '?':
            if (!is_any(text, leading, flags))
                return false;
            break;
        case '[': {
            if (!is_any(text, leading, flags))
                return false;
            enum outcome outcome = is_in_brackets(pattern + 1, c, flags, &end);
            if (outcome == OUT || outcome == NEVER || (outcome == NO_BRACKETS && c != '['))
                return false;
            if (outcome == IN)
                pattern = end - 1;
            break;
        }
        case '\\':
            if (!(flags & FNM_NOESCAPE) && !*++pattern)
                return false;
            pattern += character(pattern, flags, &wanted) - 1;
            if (folded(wanted, flags) != folded(c, flags))
                return false;
            break;
        default:
            slash = *pattern == '/' && (flags & FNM_PATHNAME) && (flags & FNM_PERIOD);
            pattern += character(pattern, flags, &wanted) - 1;
            if (folded(wanted, flags) != folded(c, flags))
                return false;
        }
        leading = slash;
    }
    return !*text || (*text == '/' && (flags & FNM_LEADING_DIR));
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
    if (characters && matches(pattern, text, flags & FNM_PERIOD, flags | IS_UTF8, NULL))
        return 0;
    return matches(pattern, text, flags & FNM_PERIOD, flags, NULL) ? 0 : FNM_NOMATCH;
}

int fnmatch(const char *pattern, const char *text, int flags) { return wfl_fnmatch(pattern, text, flags); }
