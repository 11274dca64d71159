/* unistd.h, poll.h and sys/select.h: pipes within the program, and which descriptors are ready. */
#include "library.h"

#include "files.h"
#include <poll.h>
#include <sys/select.h>
#include <unistd.h>

int pipe(int ends[2]) { return wfl_file_pipe(ends, 0); }
int pipe2(int ends[2], int flags) { return wfl_file_pipe(ends, flags); }

/* Nobody else will make one ready: in vain up to the given time, or for ever. The clock counts looks at it, here as
   natively. */
static void wait_in_vain(bool for_ever) {
    if (for_ever)
        wf__unsupported("waiting for a descriptor that is not ready, for another process");
}

static int look(struct pollfd *all, nfds_t count, bool for_ever) {
    int ready = 0;
    for (nfds_t i = 0; i < count; i++) {
        enum { ALWAYS = POLLERR | POLLHUP | POLLNVAL };
        int now = all[i].fd < 0 ? 0 : wfl_file_readiness(all[i].fd);
        all[i].revents = (short)(now & (all[i].events | ALWAYS));
        ready += all[i].revents != 0;
    }
    if (ready == 0)
        wait_in_vain(for_ever);
    return ready;
}

int poll(struct pollfd *all, nfds_t count, int milliseconds) { return look(all, count, milliseconds < 0); }

int ppoll(struct pollfd *all, nfds_t count, const struct timespec *time, const sigset_t *mask) {
    if (mask)
        wf__unsupported("ppoll with a mask of signals");
    return look(all, count, !time);
}

/* Leaves those in a set that are ready in one of these ways; -1 if one is not open. */
static int keep_ready(fd_set *set, int limit, int ways) {
    int ready = 0;
    for (int i = 0; set && i < limit; i++) {
        if (!FD_ISSET(i, set))
            continue;
        int now = wfl_file_readiness(i);
        if (now & POLLNVAL)
            return -1;
        if (now & ways)
            ready++;
        else
            FD_CLR(i, set);
    }
    return ready;
}

static int choose(int limit, fd_set *in, fd_set *out, fd_set *other, bool for_ever) {
    fd_set sets[3], *given[] = {in, out, other};
    static const int ways[] = {POLLIN | POLLHUP | POLLERR, POLLOUT | POLLERR, POLLPRI};
    int ready = 0;
    if (limit < 0) {
        errno = EINVAL;
        return -1;
    }
    for (int i = 0; i < 3; i++) {
        if (!given[i])
            continue;
        wf__memcpy(&sets[i], given[i], sizeof sets[i]);
        int count = keep_ready(&sets[i], limit < FD_SETSIZE ? limit : FD_SETSIZE, ways[i]);
        if (count < 0) {
            errno = EBADF;
            return -1;
        }
        ready += count;
    }
    if (ready == 0)
        wait_in_vain(for_ever);
    for (int i = 0; i < 3; i++)
        if (given[i])
            wf__memcpy(given[i], &sets[i], sizeof sets[i]);
    return ready;
}

int select(int limit, fd_set *restrict in, fd_set *restrict out, fd_set *restrict other,
           struct timeval *restrict time) {
    return choose(limit, in, out, other, !time);
}

int pselect(int limit, fd_set *restrict in, fd_set *restrict out, fd_set *restrict other,
            const struct timespec *restrict time, const sigset_t *restrict mask) {
    if (mask)
        wf__unsupported("pselect with a mask of signals");
    return choose(limit, in, out, other, !time);
}

long __fdelt_chk(long descriptor) {
    if (descriptor < 0 || descriptor >= FD_SETSIZE)
        wf__error("out-of-bounds", "a descriptor that a set for select() has no room for");
    return descriptor / (8 * (long)sizeof(fd_mask));
}
