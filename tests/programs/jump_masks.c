// A jump back restores the mask of signals only where sigsetjmp was told to save it.
// paths: 2
// exhaustive: true
// findings: none
// tests: confirmed
#include <setjmp.h>
#include <signal.h>
#include <wayfarer.h>

static sigjmp_buf back;
static void leave(int number) { siglongjmp(back, number); }

static int blocked(void) {
    sigset_t set;
    sigprocmask(SIG_BLOCK, NULL, &set);
    return sigismember(&set, SIGUSR1);
}

static void unblock(void) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

int main(void) {
    volatile int saves = wf_bool("saves");
    signal(SIGUSR1, leave);
    int number = sigsetjmp(back, saves);
    if (number == 0)
        raise(SIGUSR1);
    int after = blocked() * 2 + (number == SIGUSR1);
    unblock();
    /* The same buffer saves nothing when it is filled again without. */
    if (setjmp(back) == 0)
        raise(SIGUSR1);
    after += blocked() * 4;
    if (saves)
        return after == 5 ? 10 : 1;
    return after == 7 ? 11 : 2;
}
