/*
 * A compiled regular expression, as the models of regex.h share it: an automaton whose nodes accept a character,
 * or lead on without one.
 *
 * What glibc 2.36 answers is followed, also where POSIX has something else: a match is the longest of the leftmost
 * ones, and its groups are those of the first way to its end in the order of a backtracking matcher (bodies of
 * repetitions first, then alternatives from left to right).
 *
 * Patterns may have symbolic characters: nothing here needs to know them but what the pattern's grammar asks.
 */
#ifndef WFL_REGEX_PROGRAM_H
#define WFL_REGEX_PROGRAM_H

#include "library.h"

#include <regex.h>

/* What an anchor asks of the place that it is at. */
enum {
    WFL_BEHIND_WORD = 1,
    WFL_BEHIND_OTHER = 2,
    WFL_LINE_BEGINS = 4,
    WFL_TEXT_BEGINS = 8,
    WFL_BEFORE_WORD = 16,
    WFL_BEFORE_OTHER = 32,
    WFL_LINE_ENDS = 64,
    WFL_TEXT_ENDS = 128,
};

enum wfl_regex_kind {
    WFL_REGEX_LITERAL,
    WFL_REGEX_SET,
    WFL_REGEX_BACK_REFERENCE,
    /* Those below lead on without a character, up to the end. */
    WFL_REGEX_SPLIT,
    WFL_REGEX_OPEN,
    WFL_REGEX_CLOSE,
    WFL_REGEX_ANCHOR,
    WFL_REGEX_END,
};

struct wfl_regex_node {
    unsigned char kind;
    /* The character of a literal. */
    uint32_t value;
    /* What holds where the node is passed: that of an anchor, and of the anchors passed since the last character. */
    unsigned char constraint;
    /* Of a group: whether it may be left out, as in `(x)*`. */
    bool optional;
    /* The set, or the group, from 1. */
    int number;
    /* Whether it is a copy that a repetition or an anchor made; of an anchor whether glibc forgets it on the way on. */
    bool is_copy, forgotten;
    /* The copy that an anchor made of it last, and that of the same node which was made before it; -1 for none. */
    int last_copy, next_copy;
    /* Where it leads, the preferred one first; -1 for none. Of a back-reference the second is where an empty
       one leads. */
    int next[2];
};

struct wfl_regex_range {
    uint32_t low, high;
};

/* The characters of ranges, or those that are in none. */
struct wfl_regex_set {
    int first, count;
    bool negated;
    /* Classes of characters other than ASCII, as bits. */
    unsigned classes;
    /* Whether `bits` was asked for, and could be told. */
    bool listed, known;
    /* Which characters of a text are in it. */
    uint64_t bits[4];
};

struct wfl_regex {
    struct wfl_regex_node *nodes;
    struct wfl_regex_set *sets;
    struct wfl_regex_range *ranges;
    int node_count, node_room, set_count, set_room, range_count, range_room;
    int start;
    int groups;
    /* Those that back-references name, as bits. */
    unsigned referred;
    /* Whether nobody asks for groups. */
    bool no_groups;
    /* Whether there are several ways, so that those that lead nowhere have to be told from others. */
    bool has_choices;
    /* Whether characters are those of UTF-8; else they are bytes. */
    bool utf8;
    /* Whether letters are compared as capitals, after the program's own table. */
    bool folds;
    const unsigned char *table;
    /* Characters that a match can begin with, unless it can be empty or bounds of ranges are symbolic. */
    uint64_t begins[4];
    bool begins_anywhere, can_be_empty;
};

/* A text that is searched. */
struct wfl_regex_text {
    struct wfl_regex *regex;
    const unsigned char *bytes;
    /* Where it ends, and where matches end at the latest. A length of -1 is not known yet: a zero ends the text,
       which is asked of as few characters as can be. */
    int length, stop;
    int flags;
    bool newline_anchor;
    /* Where the match begins that is looked at. */
    int begin;
    /* What a character can be, where that is symbolic and was asked for; by position. */
    uint64_t (**known)[4];
    int known_room;
    /* The last decision. */
    bool decided;
};

/* regex_parse.c: gives an error of regcomp. */
int wfl_regex_parse(struct wfl_regex *regex, const char *pattern, size_t length, reg_syntax_t syntax);

/* regex_bracket.c */
struct wfl_regex_source {
    const unsigned char *pattern;
    int length, at;
    reg_syntax_t syntax;
    struct wfl_regex *regex;
};
unsigned char wfl_regex_source_at(const struct wfl_regex_source *source, int at);
/* A character of several bytes that the one here begins, if so, as texts are compared with it. */
bool wfl_regex_source_wide(const struct wfl_regex_source *source, int at, uint32_t *c, int *length);
int wfl_regex_brackets(struct wfl_regex_source *source, int *set);
int wfl_regex_begin_set(struct wfl_regex *regex);
void wfl_regex_add_range(struct wfl_regex *regex, uint32_t low, uint32_t high);
bool wfl_regex_add_class(struct wfl_regex *regex, const char *name);

/* regex_build.c: a tree of the pattern, and the automaton of it. */
enum wfl_regex_tree_kind {
    WFL_TREE_LEAF,
    WFL_TREE_SEQUENCE,
    WFL_TREE_CHOICE,
    WFL_TREE_REPEAT,
    WFL_TREE_GROUP,
};
struct wfl_regex_tree {
    enum wfl_regex_tree_kind kind;
    /* Parts; -1 for an empty one. Groups and repetitions have the left one. */
    int left, right;
    /* Of a repetition; a highest number of -1 is none. */
    int low, high;
    /* Of a leaf and of a group. */
    struct wfl_regex_node node;
};
void wfl_regex_build(struct wfl_regex *regex, const struct wfl_regex_tree *trees, int root);

/* regex_memory.c */
void *wfl_regex_room(void *items, int count, int *room, size_t size);
int wfl_regex_add_node(struct wfl_regex *regex, struct wfl_regex_node node);
void wfl_regex_release(struct wfl_regex *regex);

/* regex_text.c: what is asked of a text. */
unsigned char wfl_regex_folded(const struct wfl_regex *regex, unsigned char c);
/* How many bytes the character here has, of UTF-8; one that is none has one. */
int wfl_regex_utf8_length(struct wfl_regex_text *text, int at);
static inline int wfl_regex_length(struct wfl_regex_text *text, int at) {
    return text->regex->utf8 ? wfl_regex_utf8_length(text, at) : 1;
}
/* The characters of a text that a literal or a set accepts; false if the pattern does not know them. */
bool wfl_regex_bits(struct wfl_regex *regex, const struct wfl_regex_node *node, uint64_t bits[4]);
bool wfl_regex_accepts(struct wfl_regex_text *text, int node, int at);
bool wfl_regex_may_begin(struct wfl_regex_text *text, int at);
bool wfl_regex_ends(struct wfl_regex_text *text, int at);
bool wfl_regex_same(struct wfl_regex_text *text, int at, int other);
void wfl_regex_forget(struct wfl_regex_text *text);
/* Whether a place is as a node's constraint asks: all of it, or, strictly, what it asks of what comes next. glibc's
   tables take any newline within a match for the end of a line, where that is asked of a character or on the way
   to one. */
bool wfl_regex_holds(struct wfl_regex_text *text, int node, int at, bool strict);

/* regex_search.c: the leftmost of the longest matches that begin from `first` to `last`; with `any`, only whether
   there is one. */
bool wfl_regex_find(struct wfl_regex_text *text, int first, int last, bool any, regmatch_t *match);

/* regex_groups.c: the groups of a match; or that glibc finds no match here after all, or none at all. */
enum wfl_regex_result { WFL_REGEX_MATCHES, WFL_REGEX_NOT_HERE, WFL_REGEX_NOWHERE };
void wfl_regex_enter(const struct wfl_regex_node *node, int at, size_t count, regmatch_t *groups, regmatch_t *before);
enum wfl_regex_result wfl_regex_groups(struct wfl_regex_text *text, size_t count, regmatch_t *groups);

/* regex_backtrack.c: the longest match at a place, and its groups, of a pattern with back-references. */
enum wfl_regex_result wfl_regex_backtrack(struct wfl_regex_text *text, int begin, bool any, size_t count,
                                          regmatch_t *groups);

/* regex.c */
const char *wfl_regex_message(int error);
int wfl_regex_compile(regex_t *buffer, const char *pattern, size_t length, reg_syntax_t syntax);
void wfl_regex_fill_fastmap(regex_t *buffer);
bool wfl_regex_search(const regex_t *buffer, struct wfl_regex_text *text, int first, int last, size_t count,
                      regmatch_t *groups);

#endif
