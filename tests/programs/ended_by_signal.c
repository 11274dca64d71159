// A signal that the program sends itself ends it: that is no error. What it wrote and did not flush is lost.
// options: --args 1x1
// paths: 4
// exhaustive: true
// findings: none
// tests: confirmed
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    printf("lost where a signal ends the program\n");
    if (argv[1][0] == 't')
        raise(SIGTERM);
    if (argv[1][0] == 'k')
        kill(getpid(), SIGKILL);
    if (argv[1][0] == 'f') {
        fflush(stdout);
        kill(0, SIGTERM);
    }
    return 0;
}
