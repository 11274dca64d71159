/* regex.h: what is asked of a text. Of a symbolic character no more is decided than is asked, and nothing that
   follows from what was decided before. */
#include "characters.h"
#include "regex_program.h"

static bool is_symbolic(int value) { return wf__is_symbolic(value); }

/* A character as it is compared. */
unsigned char wfl_regex_folded(const struct wfl_regex *regex, unsigned char c) {
    if (regex->table)
        c = regex->table[c];
    if (regex->folds)
        c = (unsigned char)(c - 32 * ((unsigned)c - 'a' < 26));
    return c;
}

/* Computed without a branch. */
static bool is_in_ranges(const struct wfl_regex *regex, const struct wfl_regex_set *set, uint32_t c) {
    const struct wfl_regex_range *ranges = regex->ranges + set->first;
    bool in = false;
    for (int i = 0; i < set->count; i++)
        in |= (c >= ranges[i].low) & (c <= ranges[i].high);
    return in;
}

static bool is_in(const struct wfl_regex *regex, const struct wfl_regex_node *node, unsigned char c) {
    c = wfl_regex_folded(regex, c);
    if (node->kind == WFL_REGEX_LITERAL)
        return c == node->value;
    const struct wfl_regex_set *set = &regex->sets[node->number];
    return is_in_ranges(regex, set, c) != set->negated;
}

/* A character other than ASCII. */
static bool accepts_wide(const struct wfl_regex *regex, const struct wfl_regex_node *node, uint32_t c) {
    if (regex->folds)
        c = wfl_wide_to_upper(c);
    if (node->kind == WFL_REGEX_LITERAL)
        return c == node->value;
    const struct wfl_regex_set *set = &regex->sets[node->number];
    bool in = is_in_ranges(regex, set, c);
    for (unsigned left = set->classes; left && !in && c > 127; left &= left - 1)
        in = wfl_wide_is(c, (enum wfl_class)__builtin_ctz(left));
    return in != set->negated;
}

static bool has(const uint64_t bits[4], unsigned char c) { return bits[c >> 6] >> (c & 63) & 1; }

static void put(uint64_t bits[4], unsigned char c) { bits[c >> 6] |= 1ull << (c & 63); }

static void list(const struct wfl_regex *regex, const struct wfl_regex_node *node, uint64_t bits[4]) {
    for (int c = 0; c < 256; c++)
        if (is_in(regex, node, (unsigned char)c))
            put(bits, (unsigned char)c);
}

static bool list_literal(const struct wfl_regex *regex, const struct wfl_regex_node *node, uint64_t bits[4]) {
    bits[0] = bits[1] = bits[2] = bits[3] = 0;
    if (is_symbolic(node->value))
        return false;
    if (node->value > 255)
        return true;
    if (regex->table || (regex->folds && (node->value | 32) - 'a' < 26u))
        list(regex, node, bits);
    else
        put(bits, (unsigned char)node->value);
    return true;
}

bool wfl_regex_bits(struct wfl_regex *regex, const struct wfl_regex_node *node, uint64_t bits[4]) {
    if (node->kind == WFL_REGEX_LITERAL)
        return list_literal(regex, node, bits);
    struct wfl_regex_set *set = &regex->sets[node->number];
    if (!set->listed) {
        set->listed = set->known = true;
        for (int i = set->first; i < set->first + set->count; i++)
            set->known &= !is_symbolic(regex->ranges[i].low) && !is_symbolic(regex->ranges[i].high);
        if (set->known)
            list(regex, node, set->bits);
    }
    for (int word = 0; word < 4; word++)
        bits[word] = set->bits[word];
    return set->known;
}

/* What a symbolic character can be. */
static uint64_t *known(struct wfl_regex_text *text, int at) {
    if (at >= text->known_room) {
        int room = at + 16 + at / 2;
        size_t size = sizeof *text->known;
        uint64_t(**larger)[4] = wf__malloc((uint64_t)room * size);
        wf__memset(larger, 0, (uint64_t)room * size);
        if (text->known) {
            wf__memcpy(larger, text->known, (uint64_t)text->known_room * size);
            wf__free(text->known);
        }
        text->known = larger;
        text->known_room = room;
    }
    if (!text->known[at]) {
        text->known[at] = wf__malloc(sizeof *text->known[at]);
        wf__memset(text->known[at], 0xff, sizeof *text->known[at]);
    }
    return *text->known[at];
}

void wfl_regex_forget(struct wfl_regex_text *text) {
    for (int at = 0; at < text->known_room; at++)
        wf__free(text->known[at]);
    wf__free(text->known);
    text->known = NULL;
    text->known_room = 0;
}

/* Takes down what a decision says. Two functions, so that the compiler leaves a branch between them. */
__attribute__((noinline)) static void is_among(struct wfl_regex_text *text, uint64_t *can, const uint64_t bits[4]) {
    for (int word = 0; word < 4; word++)
        can[word] &= bits[word];
    text->decided = true;
}

__attribute__((noinline)) static void is_beside(struct wfl_regex_text *text, uint64_t *can, const uint64_t bits[4]) {
    for (int word = 0; word < 4; word++)
        can[word] &= ~bits[word];
    text->decided = false;
}

/* Decides a condition that holds for these characters, unless it is decided. */
static bool decide(struct wfl_regex_text *text, int at, bool condition, const uint64_t bits[4]) {
    uint64_t *can = known(text, at);
    uint64_t in = 0, out = 0;
    for (int word = 0; word < 4; word++) {
        in |= can[word] & bits[word];
        out |= can[word] & ~bits[word];
    }
    if (!in || !out)
        return in != 0;
    if (condition)
        is_among(text, can, bits);
    else
        is_beside(text, can, bits);
    return text->decided;
}

bool wfl_regex_ends(struct wfl_regex_text *text, int at) {
    static const uint64_t zero[4] = {1, 0, 0, 0};
    if (text->length >= 0)
        return at >= text->length;
    unsigned char c = text->bytes[at];
    bool ends = is_symbolic(c) ? decide(text, at, c == 0, zero) : c == 0;
    if (ends)
        text->length = at;
    return ends;
}

/* Whether a character of UTF-8 is ASCII, which a byte of one is. */
static bool is_ascii(struct wfl_regex_text *text, int at) {
    static const uint64_t bits[4] = {~0ull, ~0ull, 0, 0};
    unsigned char c = text->bytes[at];
    return is_symbolic(c) ? decide(text, at, c < 128, bits) : c < 128;
}

/* A character that is not ASCII; no bytes if it is none. */
static int wide_at(struct wfl_regex_text *text, int at, uint32_t *c) {
    int room = (text->length >= 0 && text->length < text->stop ? text->length : text->stop) - at;
    return wfl_utf8_length(text->bytes + at, room < 6 ? (size_t)room : 6, c);
}

int wfl_regex_utf8_length(struct wfl_regex_text *text, int at) {
    uint32_t c;
    if (at >= text->stop || (text->length >= 0 && at >= text->length) || is_ascii(text, at))
        return 1;
    int length = wide_at(text, at, &c);
    return length ? length : 1;
}

bool wfl_regex_accepts(struct wfl_regex_text *text, int at_node, int at) {
    if (at >= text->stop || (text->length >= 0 && at >= text->length))
        return false;
    const struct wfl_regex_node *node = &text->regex->nodes[at_node];
    unsigned char c = text->bytes[at];
    if (text->regex->utf8 && !is_ascii(text, at)) {
        uint32_t wide;
        return wide_at(text, at, &wide) && accepts_wide(text->regex, node, wide);
    }
    bool in = is_in(text->regex, node, c), may_end = text->length < 0;
    /* Where a zero ends the text, nothing accepts it. */
    if (may_end)
        in &= c != 0;
    if (!is_symbolic(c))
        return in;
    uint64_t bits[4];
    if (!wfl_regex_bits(text->regex, node, bits))
        return in;
    if (may_end)
        bits[0] &= ~1ull;
    return decide(text, at, in, bits);
}

/* Whether a match can begin with a character, as far as that is known. */
bool wfl_regex_may_begin(struct wfl_regex_text *text, int at) {
    const struct wfl_regex *regex = text->regex;
    if (regex->begins_anywhere || is_symbolic(text->bytes[at]) || (regex->utf8 && text->bytes[at] > 127))
        return true;
    return has(regex->begins, text->bytes[at]);
}

/* Whether the last byte of a character, or its first, is part of a word. */
static bool is_wide_word(struct wfl_regex_text *text, int at, bool behind) {
    uint32_t c;
    int begin = at;
    while (behind && begin > 0 && at - begin < 5 && (text->bytes[begin] & 0xc0) == 0x80)
        begin--;
    int length = wide_at(text, begin, &c);
    /* A byte that is none is taken for that character of its number. */
    if (!length || (behind && begin + length != at + 1))
        c = text->bytes[at];
    return wfl_wide_is(c, WFL_ALNUM);
}

static bool is_word(struct wfl_regex_text *text, int at, bool behind) {
    if (text->regex->utf8 && !is_ascii(text, at))
        return is_wide_word(text, at, behind);
    unsigned char c = wfl_regex_folded(text->regex, text->bytes[at]);
    bool is = (((unsigned)c | 32) - 'a' < 26) | (wfl_is_digit(c) != 0) | (c == '_');
    static const uint64_t bits[4] = {0x03ff000000000000, 0x07fffffe87fffffe, 0, 0};
    if (text->regex->table || !is_symbolic(c))
        return is;
    return decide(text, at, is, bits);
}

static bool is_newline(struct wfl_regex_text *text, int at) {
    unsigned char c = wfl_regex_folded(text->regex, text->bytes[at]);
    static const uint64_t bits[4] = {1 << '\n', 0, 0, 0};
    if (text->regex->table || !is_symbolic(c))
        return c == '\n';
    return decide(text, at, c == '\n', bits);
}

/* Whether what is asked of words holds, where the text goes on or not. */
static bool holds_for_word(struct wfl_regex_text *text, int at, bool behind, bool outside, int word, int other) {
    if (!word && !other)
        return true;
    bool is = !outside && is_word(text, at, behind);
    return !(word && !is) && !(other && is);
}

static bool holds_behind(struct wfl_regex_text *text, int constraint, int at) {
    if ((constraint & WFL_TEXT_BEGINS) && at != 0)
        return false;
    if (constraint & WFL_LINE_BEGINS) {
        bool lines = text->newline_anchor || at > text->begin;
        if (at == 0 ? text->flags & REG_NOTBOL : !lines || !is_newline(text, at - 1))
            return false;
    }
    return holds_for_word(text, at - 1, true, at == 0, constraint & WFL_BEHIND_WORD, constraint & WFL_BEHIND_OTHER);
}

static bool holds_before(struct wfl_regex_text *text, int constraint, int at, bool strict) {
    const int asked = WFL_TEXT_ENDS | WFL_LINE_ENDS | WFL_BEFORE_WORD | WFL_BEFORE_OTHER;
    if (!(constraint & asked))
        return true;
    bool ends = wfl_regex_ends(text, at);
    if ((constraint & WFL_TEXT_ENDS) && !ends)
        return false;
    if (constraint & WFL_LINE_ENDS) {
        bool lines = text->newline_anchor || !strict;
        if (ends ? text->flags & REG_NOTEOL : !lines || !is_newline(text, at))
            return false;
    }
    return holds_for_word(text, at, false, ends, constraint & WFL_BEFORE_WORD, constraint & WFL_BEFORE_OTHER);
}

bool wfl_regex_holds(struct wfl_regex_text *text, int node, int at, bool strict) {
    int constraint = text->regex->nodes[node].constraint;
    if (!constraint)
        return true;
    if (text->regex->nodes[node].forgotten)
        return holds_behind(text, constraint, at);
    return (strict || holds_behind(text, constraint, at)) && holds_before(text, constraint, at, strict);
}

/* Whether two characters are the same, of which one was accepted before. */
bool wfl_regex_same(struct wfl_regex_text *text, int at, int other) {
    if (at >= text->stop || (text->length >= 0 && at >= text->length))
        return false;
    unsigned char c = text->bytes[at];
    if (text->regex->utf8 && text->regex->folds && (c > 127) | (text->bytes[other] > 127))
        wf__unsupported("a back-reference to letters of any case that are not ASCII");
    if (wfl_regex_folded(text->regex, c) != wfl_regex_folded(text->regex, text->bytes[other]))
        return false;
    if (text->length < 0 && is_symbolic(c))
        known(text, at)[0] &= ~1ull;
    return text->length >= 0 || is_symbolic(c) || c != 0;
}
