// A free line that a regular expression takes apart: a name, and a number that may be empty or zero.
//
// exhaustive: true
// branches: all
// findings: division-by-zero 25
// verdicts: confirmed
#include <regex.h>
#include <wayfarer.h>

static int number(const char *line, regmatch_t group) {
    int value = 0;
    for (int i = group.rm_so; i < group.rm_eo; i++) value = value * 10 + line[i] - '0';
    return value;
}

int main(void) {
    char line[6];
    wf_symbolic(line, sizeof line, "line");
    line[5] = 0;
    regex_t setting;
    regcomp(&setting, "^([a-z_]+)=([0-9]*)$", REG_EXTENDED);
    regmatch_t groups[3];
    if (regexec(&setting, line, 3, groups, 0)) return 1;
    int share = 0;
    if (groups[2].rm_so < groups[2].rm_eo) share = 100 / number(line, groups[2]);
    regfree(&setting);
    return share > 50;
}
