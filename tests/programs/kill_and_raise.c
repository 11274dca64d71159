// A handler is told whether it was kill() or raise(), whatever was sent before that none was told of.
//
// findings: none
// tests: confirmed
// exhaustive: true
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <unistd.h>

static int code = 77;

static void plain(int number) { (void)number; }

static void told(int number, siginfo_t *info, void *context) {
    (void)number, (void)context;
    code = info->si_code;
}

int main(void) {
    signal(SIGUSR1, plain);
    kill(getpid(), SIGUSR1);
    struct sigaction action = {.sa_sigaction = told, .sa_flags = SA_SIGINFO};
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    assert(code == SI_TKILL);
    kill(getpid(), SIGUSR1);
    assert(code == SI_USER);
    return 0;
}
