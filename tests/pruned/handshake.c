// A connection is established only by its three messages.
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
    enum { CLOSED, SENT, OPEN, ENDING } state = CLOSED;
    int sent = 0;
    for (int i = 0; i < 100; i++) {
        int message = wf_int("message");
        switch (state) {
        case CLOSED:
            if (message == 1) {
                sent = 1;
                state = SENT;
            }
            break;
        case SENT:
            if (message == 2)
                state = OPEN;
            else if (message == 3)
                state = CLOSED;
            break;
        case OPEN:
            assert(sent);
            if (message == 4)
                state = ENDING;
            break;
        default:
            sent = 0;
            state = CLOSED;
        }
        if (state == CLOSED)
            sent = 0;
    }
    return 0;
}
