/* sys/uio.h: reading into and writing from several buffers; from one file to another; room for a file that is there
   beforehand; and locks, which nobody else asks for. */
#include "library.h"

#include "files.h"
#include <fcntl.h>
#include <limits.h>
#include <sys/sendfile.h>
#include <sys/uio.h>
#include <unistd.h>

/* The bytes of all, or -1. */
static int64_t size_of(const struct iovec *parts, int count) {
    uint64_t size = 0;
    bool fits = count >= 0 && count <= IOV_MAX;
    for (int i = 0; fits && i < count; i++) {
        size += parts[i].iov_len;
        fits = parts[i].iov_len <= SSIZE_MAX && size <= SSIZE_MAX;
    }
    if (!fits)
        errno = EINVAL;
    return fits ? (int64_t)size : -1;
}

/* One transfer, as the program sees it: through a buffer of its own. */
static ssize_t read_parts(int descriptor, const struct iovec *parts, int count) {
    int64_t size = wfl_file_of(descriptor) ? size_of(parts, count) : -1;
    if (size < 0)
        return -1;
    char *buffer = wf__malloc((uint64_t)size + 1);
    int64_t done = wfl_file_read(descriptor, buffer, (size_t)size);
    int64_t left = done, from = 0;
    for (int i = 0; i < count && left > 0; i++) {
        int64_t part = (int64_t)parts[i].iov_len < left ? (int64_t)parts[i].iov_len : left;
        wf__memcpy(parts[i].iov_base, buffer + from, (uint64_t)part);
        from += part;
        left -= part;
    }
    wf__free(buffer);
    return done;
}

static ssize_t write_parts(int descriptor, const struct iovec *parts, int count) {
    int64_t size = wfl_file_of(descriptor) ? size_of(parts, count) : -1, length = 0;
    if (size < 0)
        return -1;
    char *buffer = wf__malloc((uint64_t)size + 1);
    for (int i = 0; i < count; i++) {
        wf__memcpy(buffer + length, parts[i].iov_base, parts[i].iov_len);
        length += (int64_t)parts[i].iov_len;
    }
    int64_t done = wfl_file_write(descriptor, buffer, (size_t)size);
    wf__free(buffer);
    return done;
}

ssize_t readv(int descriptor, const struct iovec *parts, int count) { return read_parts(descriptor, parts, count); }
ssize_t writev(int descriptor, const struct iovec *parts, int count) { return write_parts(descriptor, parts, count); }

/* At a place, which the descriptor's own does not become. */
static ssize_t transfer_at(int descriptor, const struct iovec *parts, int count, int64_t at, bool writes) {
    struct wfl_open *open = wfl_file_of(descriptor);
    if (!open)
        return -1;
    if (at < 0 || open->node->kind != WFL_REGULAR) {
        errno = at < 0 ? EINVAL : ESPIPE;
        return -1;
    }
    uint64_t before = open->offset;
    open->offset = (uint64_t)at;
    ssize_t done = writes ? write_parts(descriptor, parts, count) : read_parts(descriptor, parts, count);
    open->offset = before;
    return done;
}

ssize_t preadv(int descriptor, const struct iovec *parts, int count, off_t at) {
    return transfer_at(descriptor, parts, count, at, false);
}
ssize_t preadv64(int descriptor, const struct iovec *parts, int count, off64_t at) {
    return transfer_at(descriptor, parts, count, at, false);
}
ssize_t pwritev(int descriptor, const struct iovec *parts, int count, off_t at) {
    return transfer_at(descriptor, parts, count, at, true);
}
ssize_t pwritev64(int descriptor, const struct iovec *parts, int count, off64_t at) {
    return transfer_at(descriptor, parts, count, at, true);
}

static int refuse(int number) {
    errno = number;
    return -1;
}

/* The bytes that went from one file to another, in pieces; what is not written stays unread. */
static ssize_t move_bytes(int to, int from, struct wfl_open *source, size_t size) {
    char piece[512];
    size_t done = 0;
    while (done < size) {
        size_t most = size - done < sizeof piece ? size - done : sizeof piece;
        int64_t got = wfl_file_read(from, piece, most);
        if (got <= 0)
            break;
        int64_t written = wfl_file_write(to, piece, (size_t)got);
        source->offset -= (uint64_t)(written < 0 ? got : got - written);
        if (written < 0 && done == 0)
            return -1;
        if (written < got)
            return (ssize_t)(done + (size_t)(written < 0 ? 0 : written));
        done += (size_t)got;
    }
    return (ssize_t)done;
}

/* As of Linux, whose pipes have no such reading. */
static ssize_t send(int to, int from, int64_t *offset, size_t size) {
    struct wfl_open *source = wfl_file_of(from), *target = source ? wfl_file_of(to) : NULL;
    if (!target)
        return -1;
    if ((source->flags & O_ACCMODE) == O_WRONLY || (target->flags & O_ACCMODE) == O_RDONLY)
        return refuse(EBADF);
    if (source->node->pipe || source->node->kind == WFL_DIRECTORY || (target->flags & O_APPEND))
        return refuse(EINVAL);
    if (source->node->kind != WFL_REGULAR || source->node == target->node)
        wf__unsupported("sendfile of a device, or of a file into itself");
    if (offset && *offset < 0)
        return refuse(EINVAL);
    uint64_t before = source->offset;
    if (offset)
        source->offset = (uint64_t)*offset;
    ssize_t done = move_bytes(to, from, source, size);
    if (offset) {
        *offset = (int64_t)source->offset;
        source->offset = before;
    }
    return done;
}

ssize_t sendfile(int to, int from, off_t *offset, size_t size) {
    int64_t wide = offset ? *offset : 0;
    ssize_t done = send(to, from, offset ? &wide : NULL, size);
    if (offset)
        *offset = (off_t)wide;
    return done;
}
ssize_t sendfile64(int to, int from, off64_t *offset, size_t size) { return send(to, from, offset, size); }

static int make_room(int descriptor, int64_t offset, int64_t length) {
    int before = errno;
    struct wfl_open *open = wfl_file_of(descriptor);
    errno = before;
    if (offset < 0 || length < 0)
        return EINVAL;
    if (!open || (open->flags & O_ACCMODE) == O_RDONLY)
        return EBADF;
    if (length == 0)
        return EINVAL;
    if (open->node->pipe)
        return ESPIPE;
    if (open->node->kind != WFL_REGULAR)
        return ENODEV;
    if (offset > INT64_MAX - length)
        return EFBIG;
    uint64_t end = (uint64_t)(offset + length);
    if (end > open->node->size && wfl_file_truncate(open->node, end) != 0) {
        int error = errno;
        errno = before;
        return error;
    }
    return 0;
}

int posix_fallocate(int descriptor, off_t offset, off_t length) { return make_room(descriptor, offset, length); }
int posix_fallocate64(int descriptor, off64_t offset, off64_t length) {
    return make_room(descriptor, offset, length);
}

static int lock(int descriptor, int command) {
    if (command < F_ULOCK || command > F_TEST) {
        errno = EINVAL;
        return -1;
    }
    struct wfl_open *open = wfl_file_of(descriptor);
    if (!open)
        return -1;
    bool writable = (open->flags & O_ACCMODE) != O_RDONLY;
    if (!writable && (command == F_LOCK || command == F_TLOCK)) {
        errno = EBADF;
        return -1;
    }
    return 0;
}

int lockf(int descriptor, int command, off_t length) {
    (void)length;
    return lock(descriptor, command);
}
int lockf64(int descriptor, int command, off64_t length) {
    (void)length;
    return lock(descriptor, command);
}
