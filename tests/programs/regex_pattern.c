// A free pattern, compiled and looked for in a text that is known: each error that three characters can make, and
// patterns that match at several places.
//
// exhaustive: true
// branches: all
// findings: assertion 25
// verdicts: confirmed
#include <regex.h>
#include <wayfarer.h>

int main(void) {
    char pattern[4];
    wf_symbolic(pattern, sizeof pattern, "pattern");
    pattern[3] = 0;
    regex_t regex;
    switch (regcomp(&regex, pattern, REG_EXTENDED)) {
    case 0: break;
    case REG_EBRACK: return 2;
    case REG_EPAREN: return 3;
    case REG_BADRPT: return 4;
    default: return 5;
    }
    regmatch_t match;
    int result = regexec(&regex, "aab", 1, &match, 0);
    if (result == 0) wf_assert(match.rm_eo - match.rm_so != 2);
    regfree(&regex);
    return result;
}
