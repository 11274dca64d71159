/* regex.h: the grammar of patterns, by the bits of a syntax; the order of checks decides which error is told. */
#include "regex_program.h"

enum token_kind {
    TOKEN_CHARACTER,
    TOKEN_ANY,
    TOKEN_BRACKET,
    TOKEN_ANCHOR,
    TOKEN_BACK_REFERENCE,
    TOKEN_CLASS,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_CHOICE,
    TOKEN_STAR,
    TOKEN_PLUS,
    TOKEN_QUESTION,
    TOKEN_INTERVAL,
    TOKEN_INTERVAL_END,
    TOKEN_BACKSLASH,
    TOKEN_NOTHING,
};

struct token {
    enum token_kind kind;
    /* The character, also of what is no operator after all; of a class which one it is. */
    uint32_t character;
    /* Of an anchor what it asks, of a back-reference which group. */
    unsigned char constraint, number;
    int length;
};

struct parser {
    struct wfl_regex_source source;
    struct wfl_regex *regex;
    struct wfl_regex_tree *trees;
    int tree_count, tree_room;
    struct token token;
    int error;
    /* Groups from 1 to 9 that back-references may name here, as bits. */
    unsigned closed;
};

enum { EMPTY = -1, WORD_BOUNDARY = 0, NO_WORD_BOUNDARY = 255 };

static int add_tree(struct parser *p, struct wfl_regex_tree tree) {
    p->trees = wfl_regex_room(p->trees, p->tree_count, &p->tree_room, sizeof tree);
    p->trees[p->tree_count] = tree;
    return p->tree_count++;
}

static int add_leaf(struct parser *p, struct wfl_regex_node node) {
    return add_tree(p, (struct wfl_regex_tree){.kind = WFL_TREE_LEAF, .left = EMPTY, .right = EMPTY, .node = node});
}

static int add_pair(struct parser *p, enum wfl_regex_tree_kind kind, int left, int right) {
    return add_tree(p, (struct wfl_regex_tree){.kind = kind, .left = left, .right = right});
}

static int add_anchor(struct parser *p, int constraint) {
    return add_leaf(p, (struct wfl_regex_node){.kind = WFL_REGEX_ANCHOR, .constraint = (unsigned char)constraint});
}

static int add_set(struct parser *p, int set) {
    return add_leaf(p, (struct wfl_regex_node){.kind = WFL_REGEX_SET, .number = set});
}

/* A token, if the condition holds, else the character that it is written as. */
static struct token operator(bool condition, enum token_kind kind, uint32_t c, int length) {
    return (struct token){.kind = condition ? kind : TOKEN_CHARACTER, .character = c, .length = length};
}

static struct token anchor(bool condition, unsigned char constraint, uint32_t c, int length) {
    struct token token = operator(condition, TOKEN_ANCHOR, c, length);
    token.constraint = constraint;
    return token;
}

static struct token escape(const struct parser *p, reg_syntax_t syntax) {
    const struct wfl_regex_source *source = &p->source;
    if (source->at + 1 >= source->length)
        return (struct token){.kind = TOKEN_BACKSLASH, .character = '\\', .length = 1};
    /* glibc does not fold escaped characters, which then match nothing. */
    uint32_t c = source->pattern[source->at + 1];
    int length;
    if (wfl_regex_source_wide(source, source->at + 1, &c, &length))
        return operator(false, TOKEN_CHARACTER, c, 1 + length);
    bool gnu = !(syntax & RE_NO_GNU_OPS), limited = syntax & RE_LIMITED_OPS;
    bool interval = (syntax & RE_INTERVALS) && !(syntax & RE_NO_BK_BRACES);
    switch (c) {
    case '|': return operator(!limited && !(syntax & RE_NO_BK_VBAR), TOKEN_CHOICE, c, 2);
    case '1' ... '9': {
        struct token token = operator(!(syntax & RE_NO_BK_REFS), TOKEN_BACK_REFERENCE, c, 2);
        token.number = (unsigned char)(c - '0');
        return token;
    }
    case '<': return anchor(gnu, WFL_BEHIND_OTHER | WFL_BEFORE_WORD, c, 2);
    case '>': return anchor(gnu, WFL_BEHIND_WORD | WFL_BEFORE_OTHER, c, 2);
    case 'b': return anchor(gnu, WORD_BOUNDARY, c, 2);
    case 'B': return anchor(gnu, NO_WORD_BOUNDARY, c, 2);
    case '`': return anchor(gnu, WFL_TEXT_BEGINS, c, 2);
    case '\'': return anchor(gnu, WFL_TEXT_ENDS, c, 2);
    case 'w':
    case 'W':
    case 's':
    case 'S': return operator(gnu, TOKEN_CLASS, c, 2);
    case '(': return operator(!(syntax & RE_NO_BK_PARENS), TOKEN_OPEN, c, 2);
    case ')': return operator(!(syntax & RE_NO_BK_PARENS), TOKEN_CLOSE, c, 2);
    case '+': return operator(!limited && (syntax & RE_BK_PLUS_QM), TOKEN_PLUS, c, 2);
    case '?': return operator(!limited && (syntax & RE_BK_PLUS_QM), TOKEN_QUESTION, c, 2);
    case '{': return operator(interval, TOKEN_INTERVAL, c, 2);
    case '}': return operator(interval, TOKEN_INTERVAL_END, c, 2);
    default: return operator(false, TOKEN_CHARACTER, c, 2);
    }
}

static struct token peek(struct parser *p, reg_syntax_t syntax);

/* Whether a `^` here is an anchor by what is before it. */
static bool begins_line(const struct parser *p, reg_syntax_t syntax) {
    if ((syntax & (RE_CONTEXT_INDEP_ANCHORS | RE_CARET_ANCHORS_HERE)) || p->source.at == 0)
        return true;
    return (syntax & RE_NEWLINE_ALT) && wfl_regex_source_at(&p->source, p->source.at - 1) == '\n';
}

/* Whether a `$` here is an anchor by what is behind it. */
static bool ends_line(struct parser *p, reg_syntax_t syntax) {
    if ((syntax & RE_CONTEXT_INDEP_ANCHORS) || p->source.at + 1 == p->source.length)
        return true;
    p->source.at++;
    struct token next = peek(p, syntax);
    p->source.at--;
    return next.kind == TOKEN_CHOICE || next.kind == TOKEN_CLOSE;
}

static struct token peek(struct parser *p, reg_syntax_t syntax) {
    if (p->source.at >= p->source.length)
        return (struct token){.kind = TOKEN_NOTHING};
    uint32_t c = wfl_regex_source_at(&p->source, p->source.at);
    int length;
    if (wfl_regex_source_wide(&p->source, p->source.at, &c, &length))
        return operator(false, TOKEN_CHARACTER, c, length);
    bool limited = syntax & RE_LIMITED_OPS;
    bool interval = (syntax & RE_INTERVALS) && (syntax & RE_NO_BK_BRACES);
    switch (c) {
    case '\\': return escape(p, syntax);
    case '\n': return operator(syntax & RE_NEWLINE_ALT, TOKEN_CHOICE, c, 1);
    case '|': return operator(!limited && (syntax & RE_NO_BK_VBAR), TOKEN_CHOICE, c, 1);
    case '*': return operator(true, TOKEN_STAR, c, 1);
    case '+': return operator(!limited && !(syntax & RE_BK_PLUS_QM), TOKEN_PLUS, c, 1);
    case '?': return operator(!limited && !(syntax & RE_BK_PLUS_QM), TOKEN_QUESTION, c, 1);
    case '{': return operator(interval, TOKEN_INTERVAL, c, 1);
    case '}': return operator(interval, TOKEN_INTERVAL_END, c, 1);
    case '(': return operator(syntax & RE_NO_BK_PARENS, TOKEN_OPEN, c, 1);
    case ')': return operator(syntax & RE_NO_BK_PARENS, TOKEN_CLOSE, c, 1);
    case '[': return operator(true, TOKEN_BRACKET, c, 1);
    case '.': return operator(true, TOKEN_ANY, c, 1);
    case '^': return anchor(begins_line(p, syntax), WFL_LINE_BEGINS, c, 1);
    case '$': return anchor(ends_line(p, syntax), WFL_LINE_ENDS, c, 1);
    default: return operator(false, TOKEN_CHARACTER, c, 1);
    }
}

static void fetch(struct parser *p, reg_syntax_t more) {
    p->token = peek(p, p->source.syntax | more);
    p->source.at += p->token.length;
}

static int fail(struct parser *p, int error) {
    p->error = error;
    return EMPTY;
}

/* A number of an interval and the token behind it: -1 if there is none, -2 if it is something else. */
static int number(struct parser *p) {
    for (int value = -1;;) {
        fetch(p, 0);
        uint32_t c = p->token.character;
        if (p->token.kind == TOKEN_NOTHING)
            return -2;
        if (p->token.kind == TOKEN_INTERVAL_END || c == ',')
            return value;
        if (p->token.kind != TOKEN_CHARACTER || !wfl_is_digit((int)c) || value == -2)
            value = -2;
        else
            value = (value == -1 ? 0 : value * 10) + (int)(c - '0');
        if (value > RE_DUP_MAX)
            value = RE_DUP_MAX + 1;
    }
}

/* The numbers of an interval behind its brace; false with an error, or without one where the brace is a character. */
static bool interval(struct parser *p, int *low, int *high) {
    int begin = p->source.at;
    struct token brace = p->token;
    *low = number(p);
    *high = -2;
    if (*low == -1) {
        if (p->token.character != ',') {
            p->error = REG_BADBR;
            return false;
        }
        *low = 0;
    }
    if (*low != -2)
        *high = p->token.kind == TOKEN_INTERVAL_END ? *low : p->token.character == ',' ? number(p) : -2;
    if (*low == -2 || *high == -2) {
        if (!(p->source.syntax & RE_INVALID_INTERVAL_ORD)) {
            p->error = p->token.kind == TOKEN_NOTHING ? REG_EBRACE : REG_BADBR;
            return false;
        }
        p->source.at = begin;
        p->token = brace;
        p->token.kind = TOKEN_CHARACTER;
        return false;
    }
    if ((*high != -1 && *low > *high) || p->token.kind != TOKEN_INTERVAL_END)
        p->error = REG_BADBR;
    else if ((*high == -1 ? *low : *high) > RE_DUP_MAX)
        p->error = REG_ESIZE;
    return p->error == 0;
}

/* What a repetition makes of what is before it. */
static int repeated(struct parser *p, int tree) {
    int low = p->token.kind == TOKEN_PLUS, high = p->token.kind == TOKEN_QUESTION ? 1 : -1;
    if (p->token.kind == TOKEN_INTERVAL && !interval(p, &low, &high))
        return p->error ? EMPTY : tree;
    fetch(p, 0);
    if (tree == EMPTY || high == 0)
        return EMPTY;
    if (low == 1 && high == 1)
        return tree;
    return add_tree(p, (struct wfl_regex_tree){
                           .kind = WFL_TREE_REPEAT, .left = tree, .right = EMPTY, .low = low, .high = high});
}

static int choices(struct parser *p, int depth);

static int group(struct parser *p, int depth) {
    int number = ++p->regex->groups, tree = EMPTY;
    fetch(p, RE_CARET_ANCHORS_HERE);
    if (p->token.kind != TOKEN_CLOSE) {
        tree = choices(p, depth);
        if (!p->error && p->token.kind != TOKEN_CLOSE)
            p->error = REG_EPAREN;
        if (p->error)
            return EMPTY;
    }
    if (number <= 9)
        p->closed |= 1u << number;
    return add_tree(p, (struct wfl_regex_tree){
                           .kind = WFL_TREE_GROUP, .left = tree, .right = EMPTY, .node = {.number = number}});
}

/* A digit of a symbolic pattern is compared with those of the groups that there are. */
static int back_reference(struct parser *p) {
    for (int number = 1; number <= 9; number++) {
        if (!(p->closed >> number & 1) || p->token.number != number)
            continue;
        p->regex->referred |= 1u << number;
        return add_leaf(p, (struct wfl_regex_node){.kind = WFL_REGEX_BACK_REFERENCE, .number = number});
    }
    return fail(p, REG_ESUBREG);
}

static int brackets(struct parser *p) {
    int set = 0, error = wfl_regex_brackets(&p->source, &set);
    return error ? fail(p, error) : add_set(p, set);
}

static int any(struct parser *p) {
    int set = wfl_regex_begin_set(p->regex);
    if (!(p->source.syntax & RE_DOT_NEWLINE))
        wfl_regex_add_range(p->regex, '\n', '\n');
    if (p->source.syntax & RE_DOT_NOT_NULL)
        wfl_regex_add_range(p->regex, 0, 0);
    p->regex->sets[set].negated = true;
    return add_set(p, set);
}

static int class(struct parser *p) {
    uint32_t c = p->token.character;
    bool word = c == 'w' || c == 'W';
    int set = wfl_regex_begin_set(p->regex);
    wfl_regex_add_class(p->regex, word ? "alnum" : "space");
    if (word)
        wfl_regex_add_range(p->regex, '_', '_');
    p->regex->sets[set].negated = c == 'W' || c == 'S';
    return add_set(p, set);
}

static int anchored(struct parser *p) {
    switch (p->token.constraint) {
    case WORD_BOUNDARY: {
        int first = add_anchor(p, WFL_BEHIND_OTHER | WFL_BEFORE_WORD);
        return add_pair(p, WFL_TREE_CHOICE, first, add_anchor(p, WFL_BEHIND_WORD | WFL_BEFORE_OTHER));
    }
    case NO_WORD_BOUNDARY: {
        int first = add_anchor(p, WFL_BEHIND_WORD | WFL_BEFORE_WORD);
        return add_pair(p, WFL_TREE_CHOICE, first, add_anchor(p, WFL_BEHIND_OTHER | WFL_BEFORE_OTHER));
    }
    default: return add_anchor(p, p->token.constraint);
    }
}

static int literal(struct parser *p) {
    return add_leaf(p, (struct wfl_regex_node){.kind = WFL_REGEX_LITERAL, .value = p->token.character});
}

/* A repetition with nothing before it: an error, left out, or a character. */
static int leading_repetition(struct parser *p, bool *left_out) {
    reg_syntax_t syntax = p->source.syntax;
    bool no_interval = p->token.kind == TOKEN_INTERVAL && (syntax & RE_CONTEXT_INVALID_DUP);
    if (no_interval || (syntax & RE_CONTEXT_INVALID_OPS))
        return fail(p, REG_BADRPT);
    *left_out = syntax & RE_CONTEXT_INDEP_OPS;
    return *left_out ? EMPTY : literal(p);
}

static bool is_repetition(enum token_kind kind) { return kind >= TOKEN_STAR && kind <= TOKEN_INTERVAL; }

/* What repetitions can be behind. */
static int atom(struct parser *p, int depth) {
    switch (p->token.kind) {
    case TOKEN_OPEN: return group(p, depth + 1);
    case TOKEN_BRACKET: return brackets(p);
    case TOKEN_BACK_REFERENCE: return back_reference(p);
    case TOKEN_ANY: return any(p);
    case TOKEN_CLASS: return class(p);
    case TOKEN_BACKSLASH: return fail(p, REG_EESCAPE);
    case TOKEN_CLOSE:
        if (!(p->source.syntax & RE_UNMATCHED_RIGHT_PAREN_ORD))
            return fail(p, REG_ERPAREN);
        /* fall through */
    default: return literal(p);
    }
}

static int expression(struct parser *p, int depth) {
    int tree = EMPTY;
    bool left_out = true;
    while (left_out && is_repetition(p->token.kind)) {
        tree = leading_repetition(p, &left_out);
        if (left_out && !p->error)
            fetch(p, 0);
        if (p->error)
            return EMPTY;
    }
    if (tree == EMPTY) {
        if (p->token.kind == TOKEN_CHOICE || p->token.kind == TOKEN_NOTHING)
            return EMPTY;
        if (p->token.kind == TOKEN_ANCHOR) {
            tree = anchored(p);
            fetch(p, 0);
            return tree;
        }
        tree = atom(p, depth);
        if (p->error)
            return EMPTY;
    }
    fetch(p, 0);
    while (is_repetition(p->token.kind)) {
        tree = repeated(p, tree);
        bool again = p->token.kind == TOKEN_STAR || p->token.kind == TOKEN_INTERVAL;
        if (!p->error && again && (p->source.syntax & RE_CONTEXT_INVALID_DUP))
            p->error = REG_BADRPT;
        if (p->error)
            return EMPTY;
    }
    return tree;
}

static bool ends_branch(const struct parser *p, int depth) {
    return p->token.kind == TOKEN_CHOICE || p->token.kind == TOKEN_NOTHING ||
           (depth > 0 && p->token.kind == TOKEN_CLOSE);
}

static int branch(struct parser *p, int depth) {
    int tree = expression(p, depth);
    while (!p->error && !ends_branch(p, depth)) {
        int next = expression(p, depth);
        if (tree != EMPTY && next != EMPTY)
            tree = add_pair(p, WFL_TREE_SEQUENCE, tree, next);
        else if (tree == EMPTY)
            tree = next;
    }
    return tree;
}

static int choices(struct parser *p, int depth) {
    unsigned before = p->closed;
    int tree = branch(p, depth);
    while (!p->error && p->token.kind == TOKEN_CHOICE) {
        int other = EMPTY;
        fetch(p, RE_CARET_ANCHORS_HERE);
        if (!ends_branch(p, depth)) {
            /* Groups of one alternative are none for back-references of another. */
            unsigned all = p->closed;
            p->closed = before;
            other = branch(p, depth);
            p->closed |= all;
        }
        tree = add_pair(p, WFL_TREE_CHOICE, tree, other);
    }
    return tree;
}

int wfl_regex_parse(struct wfl_regex *regex, const char *pattern, size_t length, reg_syntax_t syntax) {
    struct parser p = {.regex = regex};
    p.source = (struct wfl_regex_source){(const unsigned char *)pattern, (int)length, 0, syntax, regex};
    fetch(&p, RE_CARET_ANCHORS_HERE);
    int root = choices(&p, 0);
    if (!p.error)
        wfl_regex_build(regex, p.trees, root);
    wf__free(p.trees);
    return p.error;
}
