// A scanner of comments: in none, at a slash, inside, at a star.
//
// options: --prune errors
// exhaustive_for_errors: true
// findings: none
// left: none
// tests: confirmed
#include <assert.h>
#include <stdlib.h>
#include <wayfarer.h>

int main(void) {
    int state = 0, comments = 0;
    for (int i = 0; i < 100; i++) {
        char c = (char)wf_int("c");
        switch (state) {
        case 0:
            state = c == '/' ? 1 : 0;
            break;
        case 1:
            state = c == '*' ? 2 : c == '/' ? 1 : 0;
            break;
        case 2:
            if (c == '*')
                state = 3;
            break;
        default:
            if (c == '/') {
                comments++;
                state = 0;
            } else if (c != '*') {
                state = 2;
            }
        }
        assert(state >= 0 && state <= 3);
    }
    (void)comments;
    return 0;
}
