/* regex.h: what the C library and the models say of random patterns and texts. */
#include "check.h"

#include <regex.h>

MODEL(regcomp);
MODEL(regexec);
MODEL(regerror);
MODEL(regfree);
MODEL(re_set_syntax);
MODEL(re_compile_pattern);
MODEL(re_compile_fastmap);
MODEL(re_search);
MODEL(re_search_2);
MODEL(re_match);
MODEL(re_match_2);
MODEL(re_set_registers);
MODEL(free);
extern reg_syntax_t model_re_syntax_options;

/* Parts that patterns are made of, of each syntax; most are those that match. */
static const char *const basic[] = {
    "a",   "b",   "a",   "b",   "c",   ".", "*", "*",  "\\(",     "\\)",       "\\(",      "\\)",
    "^",   "$",   "\\|", "\\+", "\\?", "_", " ", "\n", "[ab]",    "[^a]",      "\\{1,2\\}", "\\{2\\}",
    "\\<", "\\>", "\\w", "\\W", "\\b", "A", "\\B", "\\`", "\\{,1\\}", "\\{1,\\}", "[[:alpha:]]", "\\'",
    "\\s", "\\S",
};
static const char *const extended[] = {
    "a", "b",  "a",   "b",   "c",    ".",    "*",     "*",   "(",    ")",    "(",           ")",     "^",   "$",
    "|", "|",  "+",   "?",   "?",    "[ab]", "[^a]",  "{2}", "\\<",  "\\>",  "{1,2}",       "\\w",   "\\W", "\\b",
    "_", " ",  "\n",  "\\B", "{,2}", "{1,}", "\\`",   "A",   "\\'",  "\\s",  "[[:alpha:]]", "{0,3}", "{0}", "\\S",
};
static const char *const bracket[] = {
    "[",     "]",     "[^",    "a",  "c",  "-",         "-",         "^", "z",  "[:alpha:]", "[:digit:", "[.a.]",
    "[.-.]", "[=b=]", "[=",    "\\", "Z",  "[:upper:]", "[:space:]", "1", "\n", "[.ab.]",    "[:nope:]",
};

/* Numbers of its own, the same in every run: a few among a million patterns are told otherwise than by glibc, as
   docs/limits.md has it. */
static int below(int limit) {
    static uint64_t state = 0x9e3779b97f4a7c15;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (int)((state * 0x2545f4914f6cdd1d >> 11) % (uint64_t)limit);
}

#define PICK(list) list[below((int)(sizeof list / sizeof *list))]
enum { ROOM = 256, GROUPS = 6 };

static void add(char *pattern, const char *part) {
    if (strlen(pattern) + strlen(part) + 1 < ROOM)
        strcat(pattern, part);
}

/* A pattern of loose parts, most of which are wrong somewhere, or one that is well formed. */
static void random_parts(char *pattern, bool is_extended) {
    pattern[0] = 0;
    for (int left = 1 + below(9); left > 0; left--) {
        if (below(40) == 0)
            add(pattern, below(3) ? "\\1" : "\\2");
        else if (below(60) == 0)
            add(pattern, PICK(bracket));
        else
            add(pattern, is_extended ? PICK(extended) : PICK(basic));
    }
}

static void well_formed(char *pattern, bool is_extended, int depth) {
    static const char *const atoms[] = {"a", "b", "a", "b", "ab", ".", "[ab]", "[^b]", "c",
                                        "_", "^", "$", "\\<", "\\>", "\\w"};
    static const char *const repeat[] = {"*", "*", "+", "?", "{2}", "{1,2}", "{0,2}", "{2,}"};
    static const char *const basic_repeat[] = {"*", "*", "\\+", "\\?", "\\{2\\}", "\\{1,2\\}", "\\{0,2\\}", "\\{2,\\}"};
    for (int choices = 1 + (below(3) == 0); choices > 0; choices--) {
        for (int left = below(6) == 0 ? 0 : 1 + below(3); left > 0; left--) {
            bool is_anchor = false;
            if (depth > 0 && below(2)) {
                add(pattern, is_extended ? "(" : "\\(");
                well_formed(pattern, is_extended, depth - 1);
                add(pattern, is_extended ? ")" : "\\)");
            } else {
                const char *part = atoms[below(below(5) ? 10 : 15)];
                is_anchor = strchr("^$\\", part[0]) && part[1] != 'w';
                add(pattern, part);
            }
            if (!is_anchor && below(2))
                add(pattern, is_extended ? PICK(repeat) : PICK(basic_repeat));
        }
        if (choices > 1)
            add(pattern, is_extended ? "|" : "\\|");
    }
}

static void random_brackets(char *pattern) {
    pattern[0] = 0;
    add(pattern, below(4) ? "[" : "[^");
    for (int left = 1 + below(6); left > 0; left--)
        add(pattern, PICK(bracket));
    if (below(3))
        add(pattern, "]");
}

/* A pattern with back-references in which glibc's own search for what they stand for comes to an end. */
static void referring(char *pattern, bool is_extended) {
    static const char *const atoms[] = {"a", "b", ".", "[ab]", "a*", "b*", ".*", "[ab]*", "ab", "c"};
    int groups = 0;
    pattern[0] = 0;
    for (int left = 2 + below(4); left > 0; left--) {
        if (groups > 0 && below(2)) {
            char part[3] = {'\\', (char)('1' + below(groups)), 0};
            add(pattern, part);
            if (groups == 1 && below(4) == 0)
                add(pattern, "*");
        } else if (groups < 2 && below(3)) {
            add(pattern, is_extended ? "(" : "\\(");
            for (int parts = 1 + below(2); parts > 0; parts--)
                add(pattern, PICK(atoms));
            if (below(4) == 0) {
                add(pattern, is_extended ? "|" : "\\|");
                add(pattern, PICK(atoms));
            }
            add(pattern, is_extended ? ")" : "\\)");
            groups++;
            if (below(6) == 0)
                add(pattern, "\\<");
        } else {
            add(pattern, PICK(atoms));
        }
    }
}

static void random_pattern(char *pattern, bool is_extended, bool refers) {
    pattern[0] = 0;
    if (refers) {
        referring(pattern, is_extended);
        return;
    }
    switch (below(8)) {
    case 0: random_brackets(pattern); break;
    case 1:
    case 2: random_parts(pattern, is_extended); break;
    default: well_formed(pattern, is_extended, 2);
    }
}

static bool has_reference(const char *pattern) { return strstr(pattern, "\\1") || strstr(pattern, "\\2"); }

static int random_text(char *text) {
    static const char characters[] = "aaaabbbbc_ A\nB1-z";
    int length = below(below(4) ? 6 : 12), limit = below(3) ? 9 : 17;
    for (int i = 0; i < length; i++)
        text[i] = characters[below(limit)];
    text[length] = 0;
    return length;
}

static const char *shown(const char *text) {
    static char buffers[4][4 * ROOM];
    static int next;
    char *to = buffers[next = (next + 1) % 4], *at = to;
    for (; *text; text++)
        at += sprintf(at, *text == '\n' ? "\\n" : "%c", *text);
    *at = 0;
    return to;
}

static const char *listed(const regmatch_t *groups) {
    static char buffers[2][ROOM];
    static int next;
    char *to = buffers[next = !next], *at = to;
    for (int i = 0; i < GROUPS; i++)
        at += sprintf(at, "(%d,%d)", groups[i].rm_so, groups[i].rm_eo);
    return to;
}

static struct {
    const regex_t *regex;
    const char *text;
    size_t count;
    regmatch_t *groups;
    int flags, result;
} call;
static void call_regexec(void) {
    call.result = model_regexec(call.regex, call.text, call.count, call.groups, call.flags);
}

/* Both libraries search a text, unless the C library never comes back, of which the model warns. */
static void compare_search(const regex_t *ours, const regex_t *theirs, const char *pattern, int how) {
    static const int flags[] = {0, 0, 0, REG_NOTBOL, REG_NOTEOL, REG_STARTEND};
    char text[16];
    int length = random_text(text), with = flags[below(6)];
    size_t count = (size_t)(below(4) ? GROUPS : below(GROUPS));
    /* Where a back-reference names none of them, glibc finds other matches or none. */
    if (has_reference(pattern) && count < 3)
        count = 3;
    regmatch_t a[GROUPS], b[GROUPS];
    memset(a, 7, sizeof a);
    a[0].rm_so = below(length + 1);
    a[0].rm_eo = a[0].rm_so + below(length - a[0].rm_so + 1);
    memcpy(b, a, sizeof a);
    regmatch_t range = a[0];
    call.regex = ours;
    call.text = text;
    call.count = count;
    call.groups = a;
    call.flags = with;
    if (ends(call_regexec))
        return;
    int our = call.result, their = regexec(theirs, text, count, b, with);
    bool same = our == their && (our != 0 || memcmp(a, b, sizeof a) == 0);
    CHECK(same, "/%s/ how %d \"%s\" flags %d (%d,%d) count %zu: model %d %s, glibc %d %s", shown(pattern), how,
          shown(text), with, range.rm_so, range.rm_eo, count, our, listed(a), their, listed(b));
}

static void compare_pattern(bool refers) {
    char pattern[ROOM];
    int how = below(2) | (below(5) ? 0 : REG_ICASE) | (below(5) ? 0 : REG_NEWLINE) |
              (below(8) ? 0 : REG_NOSUB);
    random_pattern(pattern, how & REG_EXTENDED, refers);
    regex_t ours, theirs;
    int our = model_regcomp(&ours, pattern, how), their = regcomp(&theirs, pattern, how);
    CHECK(our == their && (our || ours.re_nsub == theirs.re_nsub), "regcomp /%s/ how %d: model %d, glibc %d",
          shown(pattern), how, our, their);
    if (our == 0 && their == 0 && (refers || !has_reference(pattern))) {
        for (int i = 0; i < 8; i++)
            compare_search(&ours, &theirs, pattern, how);
    }
    if (our == 0)
        model_regfree(&ours);
    if (their == 0)
        regfree(&theirs);
}

static void check_messages(void) {
    for (int error = 0; error <= REG_ERPAREN; error++)
        for (size_t size = 0; size < 40; size += 13) {
            char a[40] = "unchanged", b[40] = "unchanged";
            size_t our = model_regerror(error, NULL, a, size), their = regerror(error, NULL, b, size);
            CHECK(our == their && !strcmp(a, b), "regerror %d %zu: model %zu %s, glibc %zu %s", error, size, our, a,
                  their, b);
        }
}

static const reg_syntax_t syntaxes[] = {
    RE_SYNTAX_POSIX_BASIC,   RE_SYNTAX_POSIX_EXTENDED, RE_SYNTAX_GREP,          RE_SYNTAX_EGREP,
    RE_SYNTAX_AWK,           RE_SYNTAX_GNU_AWK,        RE_SYNTAX_POSIX_AWK,     RE_SYNTAX_EMACS,
    RE_SYNTAX_POSIX_EGREP,   RE_SYNTAX_POSIX_MINIMAL_BASIC, RE_SYNTAX_POSIX_MINIMAL_EXTENDED,
    RE_SYNTAX_GREP | RE_ICASE, RE_SYNTAX_EGREP | RE_HAT_LISTS_NOT_NEWLINE | RE_NO_SUB,
};

static bool same_registers(const struct re_registers *a, const struct re_registers *b) {
    if (a->num_regs != b->num_regs || !a->start != !b->start)
        return false;
    for (unsigned i = 0; i < a->num_regs; i++)
        if (a->start[i] != b->start[i] || a->end[i] != b->end[i])
            return false;
    return true;
}

static struct gnu_call {
    struct re_pattern_buffer *regex;
    struct re_registers *registers;
    const char *text;
    int length, start, range, half, stop, which, result;
} gnu;
static void call_gnu(void) {
    const char *text = gnu.text, *other = text + gnu.half;
    int rest = gnu.length - gnu.half;
    switch (gnu.which) {
    case 0: gnu.result = model_re_search(gnu.regex, text, gnu.length, gnu.start, gnu.range, gnu.registers); break;
    case 1: gnu.result = model_re_match(gnu.regex, text, gnu.length, gnu.start, gnu.registers); break;
    case 2:
        gnu.result = model_re_search_2(gnu.regex, text, gnu.half, other, rest, gnu.start, gnu.range, gnu.registers,
                                       gnu.stop);
        break;
    default:
        gnu.result = model_re_match_2(gnu.regex, text, gnu.half, other, rest, gnu.start, gnu.registers, gnu.stop);
    }
}

/* One search or match, in one text or in two halves of it. */
static void compare_gnu_search(struct re_pattern_buffer *ours, struct re_pattern_buffer *theirs, struct re_registers *a,
                               struct re_registers *b, const char *pattern, int syntax) {
    char text[16];
    int length = random_text(text), start = below(length + 2), range = below(2 * length + 3) - length;
    int half = below(length + 1), stop = below(4) ? length : below(length + 1), which = below(4);
    ours->not_bol = theirs->not_bol = below(6) == 0;
    ours->not_eol = theirs->not_eol = below(6) == 0;
    struct re_registers *x = below(3) ? a : NULL, *y = x ? b : NULL;
    gnu = (struct gnu_call){ours, x, text, length, start, range, half, stop, which, -9};
    if (ends(call_gnu))
        return;
    int our = gnu.result, their;
    if (which == 0)
        their = re_search(theirs, text, length, start, range, y);
    else if (which == 1)
        their = re_match(theirs, text, length, start, y);
    else if (which == 2)
        their = re_search_2(theirs, text, half, text + half, length - half, start, range, y, stop);
    else
        their = re_match_2(theirs, text, half, text + half, length - half, start, y, stop);
    CHECK(our == their && same_registers(a, b),
          "/%s/ syntax %d \"%s\" start %d range %d stop %d call %d not %d %d: model %d, glibc %d; %d (%d,%d) (%d,%d)",
          shown(pattern), syntax, shown(text), start, range, stop, which, ours->not_bol, ours->not_eol, our, their,
          a->num_regs, a->start ? a->start[1] : 0, a->start ? a->end[1] : 0, b->start ? b->start[1] : 0,
          b->start ? b->end[1] : 0);
}

/* A table of a program's own. */
static unsigned char *swapped(void) {
    static unsigned char table[256];
    for (int c = 0; c < 256; c++)
        table[c] = (unsigned char)(c == 'a' ? 'b' : c == 'b' ? 'a' : c == 'A' ? 'c' : c == '-' ? '\n' : c);
    return table;
}

static void compare_gnu_pattern(bool refers) {
    char pattern[ROOM], fastmap[2][256];
    int which = below((int)(sizeof syntaxes / sizeof *syntaxes));
    random_pattern(pattern, syntaxes[which] & RE_NO_BK_PARENS, refers);
    CHECK(model_re_set_syntax(syntaxes[which]) == re_set_syntax(syntaxes[which]), "re_set_syntax");
    CHECK(model_re_syntax_options == re_syntax_options, "re_syntax_options");
    struct re_pattern_buffer ours = {0}, theirs = {0};
    if (below(2)) {
        ours.fastmap = fastmap[0];
        theirs.fastmap = fastmap[1];
    }
    if (below(6) == 0)
        ours.translate = theirs.translate = swapped();
    const char *our = model_re_compile_pattern(pattern, strlen(pattern), &ours);
    const char *their = re_compile_pattern(pattern, strlen(pattern), &theirs);
    CHECK(!our == !their && (!our || !strcmp(our, their)), "re_compile_pattern /%s/ syntax %d: model %s, glibc %s",
          shown(pattern), which, our ? our : "none", their ? their : "none");
    struct re_registers a = {0}, b = {0};
    if (!our && !their && (refers || !has_reference(pattern))) {
        model_re_set_registers(&ours, &a, 0, NULL, NULL);
        re_set_registers(&theirs, &b, 0, NULL, NULL);
        for (int i = 0; i < 8; i++)
            compare_gnu_search(&ours, &theirs, &a, &b, pattern, which);
    }
    model_free(a.start);
    model_free(a.end);
    free(b.start);
    free(b.end);
    ours.fastmap = theirs.fastmap = NULL;
    ours.translate = theirs.translate = NULL;
    model_regfree(&ours);
    regfree(&theirs);
}

/* Loops that are empty, before back-references and alone; long texts. */
static void check_loops(void) {
    static const char *const cases[][2] = {
        {"(a*)+\\<(d*)b?(.)\\1", " b "}, {"(a*)+(.)\\1", "b"},
        {"(x+x+)+y", "xxxxxxxxxxxxxxxxxxxx"}, {"((a?)+)+b", "aaaaaaaaaaaa"}, {"^(a|ab)(c|bcd)*$", "abcd"},
        {"(a|aa)*$", "aaaaaaaaaaaaaaaaaaaa"}, {"a{1,255}b", "aaaaaaaaaab"},  {"(foo|foobar)(bar)?", "foobar"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        regex_t ours, theirs;
        regmatch_t a[GROUPS], b[GROUPS];
        CHECK(model_regcomp(&ours, cases[i][0], REG_EXTENDED) == 0, "regcomp %s", cases[i][0]);
        regcomp(&theirs, cases[i][0], REG_EXTENDED);
        int our = model_regexec(&ours, cases[i][1], GROUPS, a, 0), their = regexec(&theirs, cases[i][1], GROUPS, b, 0);
        CHECK(our == their && (our || !memcmp(a, b, sizeof a)), "/%s/ \"%s\": model %d %s, glibc %d %s", cases[i][0],
              cases[i][1], our, listed(a), their, listed(b));
        model_regfree(&ours);
        regfree(&theirs);
    }
}

void check_regex(void) {
    check_messages();
    check_loops();
    for (int i = 0; i < 10000; i++) {
        compare_pattern(i % 8 == 0);
        compare_gnu_pattern(i % 8 == 0);
    }
}
