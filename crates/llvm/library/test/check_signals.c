/* Sets of signals, and masks, beside those of glibc. */
#include "check.h"

#include <signal.h>

MODEL(sigemptyset);
MODEL(sigfillset);
MODEL(sigaddset);
MODEL(sigdelset);
MODEL(sigismember);
MODEL(sigprocmask);
MODEL(sigaction);
MODEL(sigpending);
MODEL(__libc_current_sigrtmin);
MODEL(__libc_current_sigrtmax);

/* One word of a set is what the kernel and glibc look at. */
static void compare(const sigset_t *ours, const sigset_t *theirs, int step) {
    CHECK(ours->__val[0] == theirs->__val[0], "sets: model %lx, glibc %lx, step %d",
          ours->__val[0], theirs->__val[0], step);
}

static void random_operation(sigset_t *ours, sigset_t *theirs, int step) {
    static const int ways[] = {SIG_BLOCK, SIG_UNBLOCK, SIG_SETMASK, 17};
    int number = random_below(70) - 2, way = ways[random_below(4)];
    sigset_t old_of_ours, old_of_theirs;
    struct sigaction a, b;
    switch (random_below(12)) {
    case 0:
        SAME(model_sigemptyset(ours), sigemptyset(theirs));
        break;
    case 1:
        SAME(model_sigfillset(ours), sigfillset(theirs));
        break;
    case 2:
        SAME(model_sigdelset(ours, number), sigdelset(theirs, number));
        break;
    case 3:
    case 4:
        SAME(model_sigismember(ours, number), sigismember(theirs, number));
        break;
    case 5:
        SAME(model_sigprocmask(way, ours, &old_of_ours), sigprocmask(way, theirs, &old_of_theirs));
        if (way != 17)
            compare(&old_of_ours, &old_of_theirs, step);
        break;
    case 6:
        SAME(model_sigprocmask(17, NULL, ours), sigprocmask(17, NULL, theirs));
        break;
    case 7:
        SAME(model_sigaction(number, NULL, &a), sigaction(number, NULL, &b));
        break;
    default:
        SAME(model_sigaddset(ours, number), sigaddset(theirs, number));
    }
    compare(ours, theirs, step);
}

void check_signals(void) {
    sigset_t ours, theirs, before;
    sigprocmask(SIG_SETMASK, NULL, &before);
    model_sigprocmask(SIG_SETMASK, &before, NULL);
    int step = 0;
    SAME(model___libc_current_sigrtmin(), __libc_current_sigrtmin());
    SAME(model___libc_current_sigrtmax(), __libc_current_sigrtmax());
    SAME(model_sigemptyset(&ours), sigemptyset(&theirs));
    for (step = 1; step < 5000; step++)
        random_operation(&ours, &theirs, step);
    SAME(model_sigpending(&ours), sigpending(&theirs));
    compare(&ours, &theirs, step);
    sigprocmask(SIG_SETMASK, &before, NULL);
    model_sigemptyset(&ours);
    model_sigprocmask(SIG_SETMASK, &ours, NULL);
}
