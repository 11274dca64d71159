/* unistd.h: what the system says of its files and of itself by numbers, beside sysconf(). */
#include "library.h"

#include <limits.h>
#include <ulimit.h>
#include <unistd.h>

static long limit_of(int name) {
    switch (name) {
    case _PC_NAME_MAX:
        return 255;
    case _PC_PATH_MAX:
        return PATH_MAX;
    case _PC_PIPE_BUF:
        return PIPE_BUF;
    case _PC_MAX_CANON:
    case _PC_MAX_INPUT:
        return 255;
    case _PC_CHOWN_RESTRICTED:
    case _PC_NO_TRUNC:
        return 1;
    case _PC_VDISABLE:
        return 0;
    case _PC_SYNC_IO:
    case _PC_ASYNC_IO:
    case _PC_PRIO_IO:
        wf__unsupported("pathconf of what depends on the file system");
    default:
        wf__unsupported("pathconf with this name");
    }
}

long pathconf(const char *path, int name) {
    if (!path[0]) {
        errno = ENOENT;
        return -1;
    }
    return limit_of(name);
}

long fpathconf(int descriptor, int name) {
    if (descriptor < 0) {
        errno = EBADF;
        return -1;
    }
    return limit_of(name);
}

size_t confstr(int name, char *to, size_t size) {
    const char *text;
    switch (name) {
    case _CS_PATH:
        text = "/bin:/usr/bin";
        break;
    case _CS_GNU_LIBC_VERSION:
        text = "glibc 2.36";
        break;
    case _CS_GNU_LIBPTHREAD_VERSION:
        text = "NPTL 2.36";
        break;
    default:
        wf__unsupported("confstr with this name");
    }
    size_t length = wfl_length(text) + 1;
    if (to && size > 0) {
        size_t copied = length < size ? length : size;
        wf__memcpy(to, text, copied - 1);
        to[copied - 1] = 0;
    }
    return length;
}

long ulimit(int command, ...) {
    if (command != UL_GETFSIZE)
        wf__unsupported("ulimit with this command");
    return LONG_MAX;
}
