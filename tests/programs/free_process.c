// With --free the numbers of the process, its parent and its user are inputs, the same at each look.
// options: --free process,user
// paths: 4
// exhaustive: true
// findings: none
// tests: confirmed
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static volatile int caught;
static void handle(int number) { caught = number; }

int main(void) {
    if (getppid() == getpid() || getpid() != getpid() || getpid() < 2 || getppid() < 1)
        return 1; /* never */
    if (getpgrp() != getpid() || getsid(0) != getpid())
        return 2; /* never */
    signal(SIGUSR1, handle);
    if (kill(getpid(), SIGUSR1) || caught != SIGUSR1)
        return 3; /* never */
    struct stat status;
    FILE *file = fopen("own", "w");
    if (!file || fstat(fileno(file), &status) || status.st_uid != getuid())
        return 4; /* never */
    if (getppid() == 1)
        return 10;
    if (getuid() == 0)
        return getgid() == 5 ? 11 : 12;
    if (getpid() > 1000000)
        return 13;
    return 14;
}
