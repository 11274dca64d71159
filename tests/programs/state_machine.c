// A protocol over standard input: the fault lies behind "LOG\nGO\n".
//
// options: --stdin 7
// exhaustive: true
// findings: abort 33
// verdicts: confirmed
#include <stdio.h>
#include <stdlib.h>

enum state { START, L, LO, LOGGED, READY, G, GO };

int main(void) {
    enum state state = START;
    int c;
    while ((c = getchar()) != EOF) {
        switch (state) {
        case START: state = c == 'L' ? L : START; break;
        case L: state = c == 'O' ? LO : START; break;
        case LO: state = c == 'G' ? LOGGED : START; break;
        case LOGGED: state = c == '\n' ? READY : START; break;
        case READY: state = c == 'G' ? G : START; break;
        case G: state = c == 'O' ? GO : START; break;
        case GO:
            if (c != '\n') {
                state = START;
                break;
            }
            puts("going");
            fflush(stdout);
            // The machine's prediction and the run agree on where this is.
            int fault = 1;
            if (fault)
                abort();
        }
    }
    return state;
}
