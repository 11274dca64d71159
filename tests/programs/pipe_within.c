// A pipe within a program, and which descriptors are ready: standard input is a pipe that nobody writes to any more.
// options: --stdin 3
// exhaustive: true
// findings: none
// tests: confirmed
#include <poll.h>
#include <signal.h>
#include <sys/select.h>
#include <unistd.h>

int main(void) {
    int ends[2];
    char c = 0, back = 0;
    struct pollfd in = {.fd = 0, .events = POLLIN};
    if (pipe(ends) != 0 || poll(&in, 1, -1) != 1)
        return 1;
    while ((in.revents & POLLIN) && read(0, &c, 1) == 1 && c == 'a') {
        if (write(ends[1], &c, 1) != 1 || poll(&in, 1, -1) != 1)
            return 2;
    }
    fd_set readable;
    FD_ZERO(&readable);
    FD_SET(ends[0], &readable);
    struct timeval none = {0, 0};
    int ready = select(ends[0] + 1, &readable, NULL, NULL, &none);
    if (ready == 1 && (read(ends[0], &back, 1) != 1 || back != 'a'))
        return 3;
    close(ends[0]);
    if (c == 'b')
        return write(ends[1], &c, 1) == 1;
    signal(SIGPIPE, SIG_IGN);
    return write(ends[1], &c, 1) == -1 ? 4 + ready : 6;
}
