/* Pipes, and which descriptors are ready, beside the kernel's. */
#include "check.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <unistd.h>

#define PIPES(F)                                                                                   \
    F(pipe) F(pipe2) F(read) F(write) F(close) F(poll) F(select) F(lseek) F(dup) F(open) F(ioctl)  \
    F(fcntl) F(fstat) F(signal)
PIPES(MODEL)

enum { OPEN = 6 };
static int ours[OPEN], theirs[OPEN];

static void compare_readiness(int step) {
    struct pollfd a[OPEN], b[OPEN];
    fd_set in_a, in_b, out_a, out_b;
    fd_set *const sets[] = {&in_a, &in_b, &out_a, &out_b};
    for (int i = 0; i < 4; i++)
        FD_ZERO(sets[i]);
    int most_a = 0, most_b = 0;
    for (int i = 0; i < OPEN; i++) {
        short events = (short)(random_bits() & (POLLIN | POLLOUT | POLLPRI | POLLRDNORM));
        a[i] = (struct pollfd){.fd = ours[i], .events = events};
        b[i] = (struct pollfd){.fd = theirs[i], .events = events};
        bool reads = random_below(2), writes = random_below(2);
        if (theirs[i] < 0)
            continue;
        if (reads) {
            FD_SET(ours[i], &in_a);
            FD_SET(theirs[i], &in_b);
        }
        if (writes) {
            FD_SET(ours[i], &out_a);
            FD_SET(theirs[i], &out_b);
        }
        most_a = ours[i] > most_a ? ours[i] : most_a, most_b = theirs[i] > most_b ? theirs[i] : most_b;
    }
    SAME(model_poll(a, OPEN, 0), poll(b, OPEN, 0));
    for (int i = 0; i < OPEN; i++)
        CHECK(a[i].revents == b[i].revents, "poll %d for %x: %x, %x, step %d", i, a[i].events, a[i].revents, b[i].revents, step);
    struct timeval none = {0}, nothing = {0};
    SAME(model_select(most_a + 1, &in_a, &out_a, NULL, &none), select(most_b + 1, &in_b, &out_b, NULL, &nothing));
    for (int i = 0; i < OPEN; i++)
        CHECK(theirs[i] < 0 || (!FD_ISSET(ours[i], &in_a) == !FD_ISSET(theirs[i], &in_b) &&
                                !FD_ISSET(ours[i], &out_a) == !FD_ISSET(theirs[i], &out_b)), "select %d, step %d", i, step);
}

static void open_something(int i, int step) {
    int a[2], b[2];
    if (ours[i] >= 0)
        return;
    switch (random_below(4)) {
    case 0:
        ours[i] = model_open("ready.txt", O_RDWR | O_CREAT, 0600), theirs[i] = open("ready.txt", O_RDWR | O_CREAT, 0600);
        break;
    case 1: {
        int from = random_below(OPEN);
        if (ours[from] >= 0)
            ours[i] = model_dup(ours[from]), theirs[i] = dup(theirs[from]);
        break;
    }
    default: {
        int other = (i + 1) % OPEN, flags = random_below(3) ? O_NONBLOCK : O_NONBLOCK | O_CLOEXEC;
        if (ours[other] >= 0)
            return;
        SAME(model_pipe2(a, flags), pipe2(b, flags));
        ours[i] = a[0], ours[other] = a[1], theirs[i] = b[0], theirs[other] = b[1];
        SAME(model_fcntl(a[0], F_GETFL), fcntl(b[0], F_GETFL));
        SAME(model_fcntl(a[1], F_GETFL), fcntl(b[1], F_GETFL));
        SAME(model_fcntl(a[1], F_GETFD), fcntl(b[1], F_GETFD));
    }
    }
}

static void random_operation(int step) {
    int i = random_below(OPEN), count_a = -1, count_b = -1;
    size_t size = (size_t)random_below(random_below(3) ? 40 : 9000);
    static char a[20000], b[20000];
    struct stat of_a, of_b;
    if (ours[i] < 0)
        return open_something(i, step);
    switch (random_below(7)) {
    case 0:
        SAME(model_close(ours[i]), close(theirs[i]));
        ours[i] = theirs[i] = -1;
        break;
    case 1:
        SAME(model_read(ours[i], a, size), read(theirs[i], b, size));
        CHECK(memcmp(a, b, sizeof a) == 0, "read, step %d", step);
        break;
    case 2:
        SAME(model_ioctl(ours[i], FIONREAD, &count_a), ioctl(theirs[i], FIONREAD, &count_b));
        CHECK(count_a == count_b, "FIONREAD: %d, %d, step %d", count_a, count_b, step);
        break;
    case 3:
        SAME(model_lseek(ours[i], 3, SEEK_SET), lseek(theirs[i], 3, SEEK_SET));
        break;
    case 4:
        SAME(model_fstat(ours[i], &of_a), fstat(theirs[i], &of_b));
        CHECK(of_a.st_mode == of_b.st_mode && of_a.st_size == of_b.st_size, "fstat: %o, %o, step %d", of_a.st_mode, of_b.st_mode, step);
        break;
    default:
        /* More than that may not fit. */
        if (ioctl(theirs[i], FIONREAD, &count_b) == 0 && count_b > 19000)
            break;
        for (size_t at = 0; at < size; at++)
            a[at] = b[at] = (char)random_bits();
        SAME(model_write(ours[i], a, size), write(theirs[i], b, size));
    }
}

void check_pipes(void) {
    char directory[] = "/tmp/models-XXXXXX";
    if (!mkdtemp(directory) || chdir(directory) != 0) {
        CHECK(false, "no directory to work in");
        return;
    }
    signal(SIGPIPE, SIG_IGN), model_signal(SIGPIPE, SIG_IGN);
    for (int i = 0; i < OPEN; i++)
        ours[i] = theirs[i] = -1;
    for (int step = 0; step < 20000; step++) {
        random_operation(step);
        compare_readiness(step);
    }
    for (int i = 0; i < OPEN; i++)
        if (ours[i] >= 0)
            model_close(ours[i]), close(theirs[i]);
    signal(SIGPIPE, SIG_DFL), model_signal(SIGPIPE, SIG_DFL);
    unlink("ready.txt");
    if (chdir("/") == 0)
        rmdir(directory);
}
