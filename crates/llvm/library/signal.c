/* signal.h: handlers are recorded, and raise() calls them; nothing else sends a signal. */
#include "library.h"

#include <signal.h>
#include <unistd.h>

enum { SIGNALS = 65 };

static struct sigaction actions[SIGNALS];
static sigset_t blocked;

static bool is_valid(int number) {
    if (number > 0 && number < SIGNALS)
        return true;
    errno = EINVAL;
    return false;
}

static bool may_be_caught(int number) {
    if (number != SIGKILL && number != SIGSTOP)
        return true;
    errno = EINVAL;
    return false;
}

static sighandler_t set_handler(int number, sighandler_t handler) {
    if (!is_valid(number) || !may_be_caught(number))
        return SIG_ERR;
    sighandler_t before = actions[number].sa_handler;
    actions[number] = (struct sigaction){.sa_handler = handler};
    return before;
}

sighandler_t signal(int number, sighandler_t handler) { return set_handler(number, handler); }
sighandler_t __sysv_signal(int number, sighandler_t handler) {
    return set_handler(number, handler);
}
sighandler_t bsd_signal(int number, sighandler_t handler) { return set_handler(number, handler); }

int sigaction(int number, const struct sigaction *restrict new, struct sigaction *restrict old) {
    if (!is_valid(number))
        return -1;
    if (old)
        *old = actions[number];
    if (new) {
        if (!may_be_caught(number))
            return -1;
        actions[number] = *new;
    }
    return 0;
}

/* What the signal does to a program that does not handle it. */
static void do_default(int number) {
    switch (number) {
    case SIGCHLD:
    case SIGURG:
    case SIGWINCH:
    case SIGCONT:
        return;
    case SIGABRT:
        wf__error("abort", "SIGABRT is raised");
    default:
        wf__unsupported("a signal that ends the program");
    }
}

static int deliver(int number) {
    if (!is_valid(number))
        return -1;
    struct sigaction action = actions[number];
    if (action.sa_handler == SIG_IGN)
        return 0;
    if (action.sa_handler == SIG_DFL) {
        do_default(number);
        return 0;
    }
    if (action.sa_flags & SA_RESETHAND)
        actions[number].sa_handler = SIG_DFL;
    if (action.sa_flags & SA_SIGINFO) {
        siginfo_t info = {.si_signo = number};
        action.sa_sigaction(number, &info, NULL);
    } else {
        action.sa_handler(number);
    }
    return 0;
}

int raise(int number) { return deliver(number); }

int kill(pid_t process, int number) {
    if (process != 1000 && process != 0) {
        errno = ESRCH;
        return -1;
    }
    return number == 0 ? 0 : deliver(number);
}

int sigemptyset(sigset_t *set) {
    wf__memset(set, 0, sizeof *set);
    return 0;
}

int sigfillset(sigset_t *set) {
    wf__memset(set, 0xff, sizeof *set);
    return 0;
}

static unsigned long *word_of(sigset_t *set, int number) { return &set->__val[(number - 1) / 64]; }

int sigaddset(sigset_t *set, int number) {
    if (!is_valid(number))
        return -1;
    *word_of(set, number) |= 1ul << (number - 1) % 64;
    return 0;
}

int sigdelset(sigset_t *set, int number) {
    if (!is_valid(number))
        return -1;
    *word_of(set, number) &= ~(1ul << (number - 1) % 64);
    return 0;
}

int sigismember(const sigset_t *set, int number) {
    if (!is_valid(number))
        return -1;
    return *word_of((sigset_t *)set, number) >> (number - 1) % 64 & 1;
}

/* The mask is kept, but a raised signal is delivered whatever it says. */
int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
    if (old)
        *old = blocked;
    if (!set)
        return 0;
    for (size_t i = 0; i < sizeof blocked.__val / sizeof *blocked.__val; i++) {
        if (how == SIG_BLOCK)
            blocked.__val[i] |= set->__val[i];
        else if (how == SIG_UNBLOCK)
            blocked.__val[i] &= ~set->__val[i];
        else if (how == SIG_SETMASK)
            blocked.__val[i] = set->__val[i];
        else {
            errno = EINVAL;
            return -1;
        }
    }
    return 0;
}
