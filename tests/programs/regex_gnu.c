// GNU's interface to regular expressions, as grep, sed and gawk use it: a doubled character of a free text is looked for
// from the left and from the right, in registers that the library makes.
//
// exhaustive: true
// branches: all
// findings: assertion 26
// verdicts: confirmed
#define _GNU_SOURCE
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <wayfarer.h>

int main(void) {
    char text[4];
    wf_symbolic(text, sizeof text, "text");
    static const char doubled[] = "\\([[:alpha:]]\\)\\1";
    struct re_pattern_buffer pattern = {0};
    struct re_registers registers;
    re_set_syntax(RE_SYNTAX_POSIX_BASIC | RE_ICASE);
    re_compile_pattern(doubled, strlen(doubled), &pattern);
    int first = re_search(&pattern, text, sizeof text, 0, sizeof text, &registers);
    int last = re_search(&pattern, text, sizeof text, sizeof text, -(int)sizeof text, NULL);
    int result = 0;
    if (first >= 0) {
        wf_assert(registers.end[1] != 2 || last != 2);
        result = first == last ? 1 : 2;
        free(registers.start);
        free(registers.end);
    }
    regfree(&pattern);
    return result;
}
