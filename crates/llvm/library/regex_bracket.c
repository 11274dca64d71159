/* regex.h: bracket expressions and classes of characters. */
#include "characters.h"
#include "regex_program.h"

/* glibc takes no longer names. */
#define NAME_ROOM 32

/* An element of a bracket expression, or what stands between them. */
enum element_kind { CHARACTER, SYMBOL, EQUIVALENTS, CLASS, RANGE, CLOSE, HAT, NOTHING };
struct element {
    enum element_kind kind;
    uint32_t character;
    /* How many characters of the pattern its beginning takes. */
    int length;
    char name[NAME_ROOM];
};

/* A character of the pattern as texts are compared with it. */
unsigned char wfl_regex_source_at(const struct wfl_regex_source *source, int at) {
    return wfl_regex_folded(source->regex, source->pattern[at]);
}

bool wfl_regex_source_wide(const struct wfl_regex_source *source, int at, uint32_t *c, int *length) {
    if (!source->regex->utf8 || source->pattern[at] < 128)
        return false;
    *length = wfl_utf8_length(source->pattern + at, (size_t)(source->length - at), c);
    if (*length == 0)
        wf__unsupported("a regular expression with bytes that are no characters");
    if (source->regex->folds)
        *c = wfl_wide_to_upper(*c);
    return true;
}

int wfl_regex_begin_set(struct wfl_regex *regex) {
    regex->sets = wfl_regex_room(regex->sets, regex->set_count, &regex->set_room, sizeof *regex->sets);
    regex->sets[regex->set_count] = (struct wfl_regex_set){.first = regex->range_count};
    return regex->set_count++;
}

/* Adds to the set that was begun last. */
void wfl_regex_add_range(struct wfl_regex *regex, uint32_t low, uint32_t high) {
    regex->ranges = wfl_regex_room(regex->ranges, regex->range_count, &regex->range_room, sizeof *regex->ranges);
    regex->ranges[regex->range_count++] = (struct wfl_regex_range){low, high};
    regex->sets[regex->set_count - 1].count++;
}

/* Characters of a class are put through the program's table, as glibc does it. */
static void add_members(struct wfl_regex *regex, unsigned char low, unsigned char high) {
    if (!regex->table) {
        wfl_regex_add_range(regex, low, high);
        return;
    }
    for (int c = low; c <= high; c++)
        wfl_regex_add_range(regex, regex->table[c], regex->table[c]);
}

/* Adds the characters of a class; false if there is none of the name. */
bool wfl_regex_add_class(struct wfl_regex *regex, const char *name) {
    static const struct {
        const char *name, *bounds;
        enum wfl_class class;
    } classes[] = {
        {"alpha", "AZaz", WFL_ALPHA},
        {"digit", "09", WFL_DIGIT},
        {"alnum", "09AZaz", WFL_ALNUM},
        {"upper", "AZ", WFL_UPPER},
        {"lower", "az", WFL_LOWER},
        {"space", "\t\r  ", WFL_SPACE},
        {"blank", "\t\t  ", WFL_BLANK},
        {"punct", "!/:@[`{~", WFL_PUNCT},
        {"print", " ~", WFL_PRINT},
        {"graph", "!~", WFL_GRAPH},
        {"xdigit", "09AFaf", WFL_XDIGIT},
    };
    unsigned *wide = &regex->sets[regex->set_count - 1].classes;
    if (regex->folds && (wfl_compare(name, "upper") == 0 || wfl_compare(name, "lower") == 0))
        name = "alpha";
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        if (wfl_compare(name, classes[i].name) != 0)
            continue;
        for (const char *bound = classes[i].bounds; *bound; bound += 2)
            add_members(regex, (unsigned char)bound[0], (unsigned char)bound[1]);
        *wide |= 1u << classes[i].class;
        return true;
    }
    if (wfl_compare(name, "cntrl") != 0)
        return false;
    add_members(regex, 0, 31);
    add_members(regex, 127, 127);
    *wide |= 1u << WFL_CNTRL;
    return true;
}

/* What comes next, which is not passed; the backslash of an escape is. */
static struct element peek(struct wfl_regex_source *source) {
    if (source->at >= source->length)
        return (struct element){.kind = NOTHING};
    int left = source->length - source->at;
    uint32_t c = wfl_regex_source_at(source, source->at);
    struct element element = {.kind = CHARACTER, .character = c, .length = 1};
    if (wfl_regex_source_wide(source, source->at, &element.character, &element.length))
        return element;
    unsigned char second = left > 1 ? wfl_regex_source_at(source, source->at + 1) : 0;
    switch (c) {
    case '\\':
        if ((source->syntax & RE_BACKSLASH_ESCAPE_IN_LISTS) && left > 1) {
            source->at++;
            element.character = second;
            wfl_regex_source_wide(source, source->at, &element.character, &element.length);
        }
        break;
    case '[': {
        bool classes = source->syntax & RE_CHAR_CLASSES;
        if (second == '.' || second == '=' || (second == ':' && classes)) {
            element.kind = second == '.' ? SYMBOL : second == '=' ? EQUIVALENTS : CLASS;
            element.character = second;
            element.length = 2;
        }
        break;
    }
    case '-': element.kind = RANGE; break;
    case ']': element.kind = CLOSE; break;
    case '^': element.kind = HAT; break;
    }
    return element;
}

/* The name of what `[:`, `[=` or `[.` begins, with its end. */
static int take_name(struct wfl_regex_source *source, struct element *element) {
    if (source->at >= source->length)
        return REG_EBRACK;
    for (int i = 0; i < NAME_ROOM; i++) {
        bool is_raw = element->kind == CLASS;
        unsigned char c = is_raw ? source->pattern[source->at] : wfl_regex_source_at(source, source->at);
        source->at++;
        if (source->at >= source->length)
            return REG_EBRACK;
        if (c == element->character && wfl_regex_source_at(source, source->at) == ']') {
            source->at++;
            element->name[i] = 0;
            return REG_NOERROR;
        }
        element->name[i] = (char)c;
    }
    return REG_EBRACK;
}

/* Passes an element that was looked at. */
static int take(struct wfl_regex_source *source, struct element *element, bool hyphen) {
    source->at += element->length;
    if (element->kind == SYMBOL || element->kind == EQUIVALENTS || element->kind == CLASS)
        return take_name(source, element);
    /* Elsewhere than first, last or as an end of a range a hyphen is none. */
    if (element->kind == RANGE && !hyphen && peek(source).kind != CLOSE)
        return REG_ERANGE;
    element->kind = CHARACTER;
    return REG_NOERROR;
}

/* The one character of a symbol; false if there is none of its name. */
static bool character_of(struct element *element) {
    if (element->kind == CHARACTER)
        return true;
    element->character = (unsigned char)element->name[0];
    return element->name[0] && !element->name[1];
}

static int add_range(struct wfl_regex_source *source, struct element *low, struct element *high) {
    if (low->kind == EQUIVALENTS || high->kind == EQUIVALENTS || high->kind == CLASS)
        return REG_ERANGE;
    /* Beyond ASCII glibc knows no order in C.UTF-8. */
    bool wide = source->regex->utf8 && (low->character > 127 || high->character > 127);
    if (!character_of(low) || !character_of(high) || wide)
        return REG_ECOLLATE;
    if ((source->syntax & RE_NO_EMPTY_RANGES) && low->character > high->character)
        return REG_ERANGE;
    wfl_regex_add_range(source->regex, low->character, high->character);
    return REG_NOERROR;
}

static int add_element(struct wfl_regex_source *source, struct element *element) {
    if (element->kind == CLASS)
        return wfl_regex_add_class(source->regex, element->name) ? REG_NOERROR : REG_ECTYPE;
    if (!character_of(element))
        return REG_ECOLLATE;
    wfl_regex_add_range(source->regex, element->character, element->character);
    return REG_NOERROR;
}

/* An element or a range that `next` begins; `next` becomes what is behind it. */
static int take_members(struct wfl_regex_source *source, struct element *next, bool first) {
    struct element low = *next, high;
    int error = take(source, &low, first);
    if (error)
        return error;
    *next = peek(source);
    bool is_range = false;
    if (low.kind != CLASS && low.kind != EQUIVALENTS) {
        if (next->kind == NOTHING)
            return REG_EBRACK;
        if (next->kind == RANGE) {
            source->at += next->length;
            high = peek(source);
            if (high.kind == NOTHING)
                return REG_EBRACK;
            is_range = high.kind != CLOSE;
            /* A last hyphen is a character. */
            if (!is_range) {
                source->at -= next->length;
                next->kind = CHARACTER;
            }
        }
    }
    if (!is_range)
        return add_element(source, &low);
    error = take(source, &high, true);
    if (error)
        return error;
    *next = peek(source);
    return add_range(source, &low, &high);
}

/* A bracket expression behind its bracket. */
int wfl_regex_brackets(struct wfl_regex_source *source, int *set) {
    *set = wfl_regex_begin_set(source->regex);
    bool negated = false, first = true;
    struct element next = peek(source);
    if (next.kind == HAT) {
        negated = true;
        if (source->syntax & RE_HAT_LISTS_NOT_NEWLINE)
            wfl_regex_add_range(source->regex, '\n', '\n');
        source->at += next.length;
        next = peek(source);
    }
    if (next.kind == NOTHING)
        return REG_BADPAT;
    if (next.kind == CLOSE)
        next.kind = CHARACTER;
    do {
        int error = take_members(source, &next, first);
        if (error)
            return error;
        if (next.kind == NOTHING)
            return REG_EBRACK;
        first = false;
    } while (next.kind != CLOSE);
    source->at += next.length;
    source->regex->sets[*set].negated = negated;
    return REG_NOERROR;
}
