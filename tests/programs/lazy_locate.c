// Figure 7 of the LATEST paper, with strings of up to 1,000 characters: the number of runs that it takes to find
// the three paths does not depend on the length. All but ten prove that the index stays in bounds.
//
// options: --lazy-functions locate --all-paths
// paths: 3
// iterations: 20
// exhaustive: true
// findings: none
// tests: confirmed
#include <wayfarer.h>

enum { LENGTH = 1000 };

/* The index of the first character c in s. */
static int locate(const char *s, int c) {
    int i = 0;
    while (s[i] != c) {
        if (s[i] == 0)
            return -1;
        i++;
    }
    return i;
}

int main(void) {
    static char input[LENGTH + 2];
    wf_symbolic(input, LENGTH, "input");
    int z = locate(input, 'a');
    if (z == -1)
        return 3;
    if (input[z + 1] != ':')
        return 1;
    return 0;
}
