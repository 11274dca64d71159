/* regex.h in C.UTF-8, beside glibc's. */
#include "check.h"

#include <locale.h>
#include <regex.h>

MODEL(setlocale);
MODEL(regcomp);
MODEL(regexec);
MODEL(regfree);
MODEL(re_set_syntax);
MODEL(re_compile_pattern);
MODEL(re_search);
extern reg_syntax_t model_re_syntax_options;

static const char *const parts[] = {
    "a",  "b",  "\xc3\xa9", "\xc3\x89", "\xe2\x82\xac", ".", ".", "*",  "+",     "?",  "(\xc3\xa9|a)", "(.)",
    "(a|\xc3\xa9*)", "^", "$",  "\\w", "\\W", "\\b", "\\<", "\\>", "{2}", "|", "[^a]", "[\xc3\xa0-\xc3\xaf]",
    "[[:alpha:]]", "[^[:upper:]]", "[[:upper:]\xe2\x82\xac]", "[a\xc3\xa9]", "\\\xc3\xa9", "\\s", "\\B", "(\xf0\x9f\x98\x80)",
};
static const char *const texts[] = {"a", "b", "\xc3\xa9", "\xc3\x89", "\xe2\x82\xac", "\xf0\x9f\x98\x80", " ", "_", "\n",
                                    "\xc3", "\xa9", "\xff"};

/* Numbers of its own, as in check_regex.c. */
static int below(int limit) {
    static uint64_t state = 0x9e3779b97f4a7c15;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (int)((state * 0x2545f4914f6cdd1d >> 11) % (uint64_t)limit);
}

#define COUNT(list) (int)(sizeof list / sizeof *list)

static void join(char *text, int count, const char *const *pieces, int from) {
    *text = 0;
    while (count-- > 0)
        strcat(text, pieces[below(from)]);
}

static void compare(const char *pattern, const char *text, int flags) {
    regex_t ours, theirs;
    regmatch_t a[4], b[4];
    memset(a, 1, sizeof a), memset(b, 1, sizeof b);
    int error = model_regcomp(&ours, pattern, flags), other = regcomp(&theirs, pattern, flags);
    CHECK(error == other, "regcomp %s %d: model %d, glibc %d", pattern, flags, error, other);
    if (!error && !other) {
        int found = model_regexec(&ours, text, 4, a, 0), wanted = regexec(&theirs, text, 4, b, 0);
        CHECK(found == wanted && (found || !memcmp(a, b, sizeof a)),
              "regexec %s of %s, %d: model %d (%d,%d)(%d,%d), glibc %d (%d,%d)(%d,%d)", pattern, text, flags, found,
              a[0].rm_so, a[0].rm_eo, a[1].rm_so, a[1].rm_eo, wanted, b[0].rm_so, b[0].rm_eo, b[1].rm_so, b[1].rm_eo);
    }
    if (!error)
        model_regfree(&ours);
    if (!other)
        regfree(&theirs);
}

static void search(const char *pattern, const char *text) {
    struct re_pattern_buffer ours = {0}, theirs = {0};
    int length = (int)strlen(text);
    model_re_set_syntax(RE_SYNTAX_POSIX_EXTENDED), re_set_syntax(RE_SYNTAX_POSIX_EXTENDED);
    const char *error = model_re_compile_pattern(pattern, strlen(pattern), &ours);
    const char *other = re_compile_pattern(pattern, strlen(pattern), &theirs);
    CHECK(!error == !other, "re_compile_pattern %s", pattern);
    /* From a character's first byte on. */
    int start = below(length + 1);
    while ((text[start] & 0xc0) == 0x80)
        start--;
    int range = below(2) ? length - start : -start;
    if (!error && !other) {
        int found = model_re_search(&ours, text, length, start, range, NULL);
        int wanted = re_search(&theirs, text, length, start, range, NULL);
        CHECK(found == wanted, "re_search %s of %s from %d by %d: model %d, glibc %d", pattern, text, start, range, found,
              wanted);
    }
    model_regfree(&ours), regfree(&theirs);
}

void check_regex_utf8(void) {
    setlocale(LC_ALL, "C.UTF-8"), model_setlocale(LC_ALL, "C.UTF-8");
    for (int step = 0; step < 40000; step++) {
        char pattern[80], text[40];
        bool valid = below(8) > 0;
        join(pattern, 1 + below(6), parts, COUNT(parts));
        join(text, below(7), texts, valid ? 9 : COUNT(texts));
        static const int flags[] = {REG_EXTENDED, REG_EXTENDED | REG_ICASE, REG_EXTENDED | REG_NEWLINE, 0};
        compare(pattern, text, flags[below(4)]);
        if (valid)
            search(pattern, text);
    }
    setlocale(LC_ALL, "C"), model_setlocale(LC_ALL, "C");
}
