// A blocked signal waits; of two that wait the handler of the later one is entered first.
// exhaustive: true
// findings: none
// tests: confirmed
#include <signal.h>
#include <string.h>
#include <unistd.h>

static char order[8];
static int count;

static void handle(int number) {
    if (count < 7)
        order[count++] = number == SIGUSR1 ? '1' : '2';
}

int main(void) {
    struct sigaction action, old;
    memset(&action, 0, sizeof action);
    action.sa_handler = handle;
    if (signal(SIGTERM, SIG_IGN) != SIG_DFL)
        return 1;
    if (sigaction(SIGUSR1, &action, &old) != 0 || old.sa_handler != SIG_DFL)
        return 2;
    if (signal(SIGUSR2, handle) != SIG_DFL)
        return 3;
    sigset_t set, waiting;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGUSR2);
    sigprocmask(SIG_BLOCK, &set, NULL);
    kill(getpid(), SIGUSR1);
    raise(SIGUSR2);
    raise(SIGTERM);
    sigpending(&waiting);
    if (count != 0 || !sigismember(&waiting, SIGUSR1))
        return 4;
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    if (strcmp(order, "21") != 0)
        return 5;
    if (kill(4321, 0) == 0)
        return 6;
    return 7;
}
