// A matcher for ^ $ . * (after Pike) with a free pattern: it reads behind the end of the pattern
// when nothing ends it.
//
// exhaustive: true
// findings: out-of-bounds 19, out-of-bounds 20
// verdicts: confirmed
#include <wayfarer.h>

static int match_here(const char *, const char *);

static int match_star(int c, const char *re, const char *text) {
    do {
        if (match_here(re, text)) return 1;
    } while (*text != '\0' && (*text++ == c || c == '.'));
    return 0;
}

static int match_here(const char *re, const char *text) {
    if (re[0] == '\0') return 0;
    if (re[1] == '*') return match_star(re[0], re + 2, text);
    if (re[0] == '$' && re[1] == '\0') return *text == '\0';
    if (*text != '\0' && (re[0] == '.' || re[0] == *text)) return match_here(re + 1, text + 1);
    return 0;
}

static int match(const char *re, const char *text) {
    if (re[0] == '^') return match_here(re + 1, text);
    do {
        if (match_here(re, text)) return 1;
    } while (*text++ != '\0');
    return 0;
}

int main(void) {
    char pattern[4];
    wf_symbolic(pattern, sizeof pattern, "pattern");
    return match(pattern, "hello");
}
