/*
 * signal.h: handlers, masks and what is pending, for the signals that the program sends itself.
 * Nobody else sends any.
 */
#include "refused.h"

#include "files.h"
#include <signal.h>
#include <unistd.h>

enum { SIGNALS = 65 };

static struct sigaction actions[SIGNALS];
static sigset_t blocked, pending;
/* Of those that wait: how they were sent. */
static int codes[SIGNALS];

/* The C library keeps two for itself. */
static bool is_valid(int number) {
    if (number > 0 && number < SIGNALS && number != 32 && number != 33)
        return true;
    errno = EINVAL;
    return false;
}

int __libc_current_sigrtmin(void) { return 34; }
int __libc_current_sigrtmax(void) { return SIGNALS - 1; }

static bool may_be_caught(int number) {
    if (number != SIGKILL && number != SIGSTOP)
        return true;
    errno = EINVAL;
    return false;
}

/* Bits of a word of a mask. */
enum { WORD = 8 * sizeof(unsigned long) };

static unsigned long *word_of(sigset_t *set, int number) { return &set->__val[(number - 1) / WORD]; }
static unsigned long bit_of(int number) { return 1ul << (number - 1) % WORD; }
static bool has(sigset_t *set, int number) { return *word_of(set, number) & bit_of(number); }
static void put(sigset_t *set, int number) { *word_of(set, number) |= bit_of(number); }
static void take(sigset_t *set, int number) { *word_of(set, number) &= ~bit_of(number); }

static sighandler_t set_handler(int number, sighandler_t handler, int flags) {
    if (!is_valid(number) || !may_be_caught(number))
        return SIG_ERR;
    sighandler_t before = actions[number].sa_handler;
    actions[number] = (struct sigaction){.sa_handler = handler, .sa_flags = flags};
    return before;
}

sighandler_t signal(int number, sighandler_t handler) {
    return set_handler(number, handler, SA_RESTART);
}
sighandler_t __sysv_signal(int number, sighandler_t handler) {
    return set_handler(number, handler, (int)SA_RESETHAND | SA_NODEFER);
}
sighandler_t bsd_signal(int number, sighandler_t handler) {
    return set_handler(number, handler, SA_RESTART);
}

int siginterrupt(int number, int interrupts) {
    if (!is_valid(number))
        return -1;
    actions[number].sa_flags &= ~SA_RESTART;
    actions[number].sa_flags |= interrupts ? 0 : SA_RESTART;
    return 0;
}

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
    case SIGSTOP:
    case SIGTSTP:
    case SIGTTIN:
    case SIGTTOU:
        wf__unsupported("a signal that stops the program");
    case SIGSEGV:
    case SIGBUS:
    case SIGFPE:
    case SIGILL:
    case SIGTRAP:
        wf__unsupported("a signal of an error that the program sends itself");
    default:
        wfl_files_finish();
        wf__killed(number);
    }
}

static void call_handler(int number, int code, struct sigaction action) {
    if (action.sa_flags & SA_SIGINFO) {
        siginfo_t info = {.si_signo = number, .si_code = code};
        info.si_pid = wfl_process();
        info.si_uid = wfl_user();
        action.sa_sigaction(number, &info, NULL);
    } else {
        action.sa_handler(number);
    }
}

/* The lowest signal that waits and may be delivered, or 0. */
static int next_pending(void) {
    for (int number = 1; number < SIGNALS; number++)
        if (has(&pending, number) && !has(&blocked, number))
            return number;
    return 0;
}

/* Delivers what waits. As in Linux, of several handlers the last one is entered first: each is
   put before those that were about to run. */
static void deliver(void) {
    for (int number; (number = next_pending());) {
        int code = codes[number];
        take(&pending, number);
        struct sigaction action = actions[number];
        if (action.sa_handler == SIG_IGN)
            continue;
        if (action.sa_handler == SIG_DFL) {
            do_default(number);
            continue;
        }
        if (action.sa_flags & (int)SA_RESETHAND)
            actions[number].sa_handler = SIG_DFL;
        sigset_t before = blocked;
        for (size_t i = 0; i < sizeof blocked.__val / sizeof *blocked.__val; i++)
            blocked.__val[i] |= action.sa_mask.__val[i];
        if (!(action.sa_flags & SA_NODEFER))
            put(&blocked, number);
        take(&blocked, SIGKILL);
        take(&blocked, SIGSTOP);
        deliver();
        call_handler(number, code, action);
        blocked = before;
    }
}

static int send(int number, int code) {
    if (number == 0)
        return 0;
    if (number < 0 || number >= SIGNALS) {
        errno = EINVAL;
        return -1;
    }
    if (number > 31 && has(&pending, number))
        wf__unsupported("a real-time signal that waits already");
    if (!has(&pending, number))
        codes[number] = code;
    put(&pending, number);
    int before = errno;
    deliver();
    errno = before;
    return 0;
}

int raise(int number) { return send(number, SI_TKILL); }

void wfl_break_pipe(void) {
    sighandler_t handler = actions[SIGPIPE].sa_handler;
    if (handler == SIG_IGN)
        return;
    if (has(&blocked, SIGPIPE)) {
        if (!has(&pending, SIGPIPE))
            codes[SIGPIPE] = SI_USER;
        put(&pending, SIGPIPE);
        return;
    }
    if (handler != SIG_DFL)
        wf__unsupported("SIGPIPE with a handler");
    wf__killed(SIGPIPE);
}

static int send_to(pid_t process, int number) {
    pid_t own = wfl_process();
    if (process != own && process != 0 && process != -own) {
        if (process == -1 || process == wfl_parent())
            wf__unsupported("kill of other processes");
        errno = ESRCH;
        return -1;
    }
    return send(number, SI_USER);
}

int kill(pid_t process, int number) { return send_to(process, number); }

int killpg(pid_t group, int number) {
    if (group < 0) {
        errno = EINVAL;
        return -1;
    }
    return send_to(-group, number);
}

int pthread_kill(unsigned long thread, int number) {
    if (thread != 1)
        return ESRCH;
    return send(number, SI_TKILL) == 0 ? 0 : EINVAL;
}

/* True if there is a handler of SIGABRT. */
bool wfl_handles_abort(void) {
    sighandler_t handler = actions[SIGABRT].sa_handler;
    return handler != SIG_DFL && handler != SIG_IGN;
}

/* What abort() does before it ends the program: a handler of SIGABRT may go elsewhere. */
void wfl_before_abort(void) {
    if (!wfl_handles_abort())
        return;
    take(&blocked, SIGABRT);
    send(SIGABRT, SI_TKILL);
}

int sigemptyset(sigset_t *set) {
    wf__memset(set, 0, sizeof *set);
    return 0;
}

static void take_internal(sigset_t *set) {
    take(set, 32);
    take(set, 33);
}

int sigfillset(sigset_t *set) {
    wf__memset(set, 0xff, sizeof *set);
    take_internal(set);
    return 0;
}

int sigaddset(sigset_t *set, int number) {
    if (!is_valid(number))
        return -1;
    put(set, number);
    return 0;
}

int sigdelset(sigset_t *set, int number) {
    if (!is_valid(number))
        return -1;
    take(set, number);
    return 0;
}

/* Those that the library keeps for itself are in no set, but may be asked for. */
int sigismember(const sigset_t *set, int number) {
    if (number <= 0 || number >= SIGNALS) {
        errno = EINVAL;
        return -1;
    }
    return has((sigset_t *)set, number);
}

static int change_mask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
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
            return EINVAL;
        }
    }
    take(&blocked, SIGKILL);
    take(&blocked, SIGSTOP);
    take_internal(&blocked);
    deliver();
    return 0;
}

int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
    return change_mask(how, set, old);
}

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
    int error = change_mask(how, set, old);
    if (error)
        errno = error;
    return error ? -1 : 0;
}

void wfl_signals_blocked(void *set) { *(sigset_t *)set = blocked; }
void wfl_block_signals(const void *set) { change_mask(SIG_SETMASK, set, NULL); }

int sigpending(sigset_t *set) {
    *set = pending;
    return 0;
}

static bool any_waits(void) {
    for (int number = 1; number < SIGNALS; number++)
        if (has(&pending, number) && !has(&blocked, number) &&
            actions[number].sa_handler != SIG_IGN)
            return true;
    return false;
}

int sigsuspend(const sigset_t *set) {
    sigset_t before = blocked;
    blocked = *set;
    if (!any_waits())
        wf__unsupported("sigsuspend where no signal waits");
    deliver();
    blocked = before;
    deliver();
    errno = EINTR;
    return -1;
}

REFUSED(int, pause, (void))

int sigwait(const sigset_t *restrict set, int *restrict number) {
    for (int i = 1; i < SIGNALS; i++)
        if (has((sigset_t *)set, i) && has(&pending, i)) {
            take(&pending, i);
            *number = i;
            return 0;
        }
    wf__unsupported("sigwait where no signal waits");
}

/* The old interface of System V. */
static int change_one(int how, int number) {
    sigset_t set = {0};
    if (!is_valid(number))
        return -1;
    put(&set, number);
    change_mask(how, &set, NULL);
    return 0;
}

int sighold(int number) { return change_one(SIG_BLOCK, number); }
int sigrelse(int number) { return change_one(SIG_UNBLOCK, number); }
int sigignore(int number) { return set_handler(number, SIG_IGN, 0) == SIG_ERR ? -1 : 0; }

sighandler_t sigset(int number, sighandler_t handler) {
    if (!is_valid(number))
        return SIG_ERR;
    bool held = has(&blocked, number);
    sighandler_t before = actions[number].sa_handler;
    if (handler == SIG_HOLD)
        return change_one(SIG_BLOCK, number) == 0 ? (held ? SIG_HOLD : before) : SIG_ERR;
    if (set_handler(number, handler, 0) == SIG_ERR)
        return SIG_ERR;
    change_one(SIG_UNBLOCK, number);
    return held ? SIG_HOLD : before;
}

/* Where handlers run makes no difference: the stack that is given is only kept. */
static stack_t other_stack = {.ss_flags = SS_DISABLE};

int sigaltstack(const stack_t *restrict new, stack_t *restrict old) {
    bool small = new && !(new->ss_flags & SS_DISABLE) && new->ss_size < 2048;
    if (new && (new->ss_flags & ~SS_DISABLE)) {
        errno = EINVAL;
        return -1;
    }
    if (small) {
        errno = ENOMEM;
        return -1;
    }
    if (old)
        *old = other_stack;
    if (new)
        other_stack = new->ss_flags & SS_DISABLE ? (stack_t){.ss_flags = SS_DISABLE} : *new;
    return 0;
}

REFUSED(int, sigqueue, (pid_t a, int b, const union sigval c))
REFUSED(int, sigpause, (int a))
REFUSED(void, psiginfo, (const siginfo_t *a, const char *b))

/* One that waits; else none comes. */
static int take_waiting(const sigset_t *set, siginfo_t *info, const struct timespec *time) {
    if (time && (time->tv_nsec < 0 || time->tv_nsec >= 1000000000 || time->tv_sec < 0)) {
        errno = EINVAL;
        return -1;
    }
    for (int i = 1; i < SIGNALS; i++)
        if (has((sigset_t *)set, i) && has(&pending, i)) {
            take(&pending, i);
            if (info) {
                wf__memset(info, 0, sizeof *info);
                info->si_signo = i;
                info->si_code = codes[i];
                info->si_pid = wfl_process();
                info->si_uid = wfl_user();
            }
            return i;
        }
    if (!time)
        wf__unsupported("sigwaitinfo where no signal waits");
    errno = EAGAIN;
    return -1;
}

int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info, const struct timespec *restrict time) {
    return take_waiting(set, info, time);
}
int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info) { return take_waiting(set, info, NULL); }
