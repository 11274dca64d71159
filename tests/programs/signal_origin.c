// A handler that asks is told the process and the user that signals come from, and is the one installed.
// paths: 2
// exhaustive: true
// findings: none
// tests: confirmed
#include <signal.h>
#include <unistd.h>
#include <wayfarer.h>

static int told;
static void handle(int number, siginfo_t *origin, void *context) {
    if (origin->si_signo == number && origin->si_pid == getpid() && origin->si_uid == getuid())
        told = origin->si_pid;
}

int main(void) {
    struct sigaction action = {.sa_flags = SA_SIGINFO}, old;
    action.sa_sigaction = handle;
    sigaction(SIGUSR1, &action, NULL);
    if (wf_bool("kill"))
        kill(getpid(), SIGUSR1);
    else
        raise(SIGUSR1);
    sigaction(SIGUSR1, NULL, &old);
    if (old.sa_sigaction != handle || signal(SIGUSR1, SIG_DFL) != (void (*)(int))handle)
        return 1;
    return told == 1000 ? 10 : 2;
}
