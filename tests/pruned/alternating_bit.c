// A lossy channel with alternating bits.
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
    int sender = 0, receiver = 0, message = -1, answer = -1;
    for (int i = 0; i < 60; i++) {
        switch (wf_int("step") & 3) {
        case 0:
            message = sender;
            break;
        case 1:
            if (message == receiver) {
                receiver = !receiver;
                answer = message;
            }
            message = -1;
            break;
        case 2:
            if (answer == sender)
                sender = !sender;
            answer = -1;
            break;
        default:
            message = answer = -1;
        }
        assert(message == -1 || message == 0 || message == 1);
        assert(receiver == 0 || receiver == 1);
    }
    return 0;
}
