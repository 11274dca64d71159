// The first program of table 1 of the LATEST paper: two calls of locate, on two strings.
//
// options: --lazy-functions locate --all-paths
// paths: 5
// exhaustive: true
// iterations: 59
// findings: none
// tests: confirmed
#include <wayfarer.h>

enum { LENGTH = 26 };

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
    static char input[LENGTH + 2], other[LENGTH + 2];
    wf_symbolic(input, LENGTH, "input");
    wf_symbolic(other, LENGTH, "other");
    int a = locate(input, 'a');
    int b = locate(other, 'b');
    if (a == -1)
        return 3;
    if (input[a + 1] != ':')
        return 1;
    if (b == -1)
        return 4;
    if (other[b + 1] != ':')
        return 2;
    return 0;
}
