// Figure 1 of the LATEST paper: three paths of main, where 720 go through both calls.
//
// options: --lazy-functions compare --all-paths
// paths: 3
// exhaustive: true
// iterations: 59
// findings: none
// tests: confirmed
#include <stdio.h>
#include <wayfarer.h>

static int compare(const char *str1, const char *str2) {
    while (*str1 != '\0' && *str2 != '\0' && *str1 == *str2) {
        str1++;
        str2++;
    }
    return *str1 - *str2;
}

int main(void) {
    char s1[16], s2[16];
    wf_symbolic(s1, sizeof s1, "s1");
    wf_symbolic(s2, sizeof s2, "s2");
    wf_assume(s1[15] == 0);
    wf_assume(s2[15] == 0);
    int first = compare(s1, "Hello World");
    int second = compare(s2, "Hello ESEC/FSE");
    if (first == 0) {
        if (second == 0)
            printf("Success\n");
    }
    return 0;
}
