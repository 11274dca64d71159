// A path that is cut off predicts the decisions of the calls that it skipped, too.
//
// options: --lazy-functions next --path-instructions 20000 --max-instructions 400000
// exhaustive: false
// findings: none
// tests: confirmed
// disagreements: none
#include <wayfarer.h>

static char input[4];

static int next(int at) {
    int c = input[at & 3];
    if (c == 'a')
        return 1;
    if (c == 'b')
        return 2;
    return 0;
}

int main(void) {
    wf_symbolic(input, sizeof input, "input");
    int sum = 0;
    for (int at = 0;; at++) {
        int token = next(at);
        if (token == 1)
            sum++;
        else if (token == 2)
            sum--;
        if (sum > 1000000)
            return 1;
    }
}
