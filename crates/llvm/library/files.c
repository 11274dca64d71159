/* Descriptors of the in-memory file system. */
#include "library.h"

#include "files.h"
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/stat.h>

/* As much surely fits into a pipe of Linux, however it is written and read: half-filled pages of sixteen. */
enum { DESCRIPTORS = 256, PIPE_ROOM = 28672 };

/* Of the flags of an open file, those that the kernel forgets, and one that it adds. */
enum { NOT_KEPT = O_CREAT | O_EXCL | O_TRUNC | O_NOCTTY | O_CLOEXEC };

/* What the kernel adds for programs of 64 bits. */
#ifdef __LP64__
enum { ADDED = 0100000 };
#else
enum { ADDED = 0 };
#endif

static struct wfl_open *descriptors[DESCRIPTORS];
static bool closed_on_exec[DESCRIPTORS];

static int fail(int number) {
    errno = number;
    return -1;
}

static struct wfl_open *new_open(struct wfl_node *node, int flags) {
    struct wfl_open *open = wf__malloc(sizeof *open);
    *open = (struct wfl_open){.node = node, .flags = flags, .references = 1};
    node->references++;
    return open;
}

void wfl_files_open_streams(struct wfl_node *in, struct wfl_node *out, struct wfl_node *err) {
    descriptors[0] = new_open(in, O_RDONLY);
    descriptors[1] = new_open(out, O_WRONLY);
    descriptors[2] = new_open(err, O_WRONLY);
}

struct wfl_open *wfl_files_open_input(struct wfl_node *node) {
    struct wfl_open *open = new_open(node, O_RDONLY | ADDED);
    /* Once more for who asks: the program may close it. */
    open->references++;
    descriptors[0] = open;
    return open;
}

static int lowest_free(int from) {
    for (int i = from; i < DESCRIPTORS; i++)
        if (!descriptors[i])
            return i;
    return fail(EMFILE);
}

struct wfl_open *wfl_file_of(int descriptor) {
    wfl_files_start();
    if (descriptor < 0 || descriptor >= DESCRIPTORS || !descriptors[descriptor]) {
        errno = EBADF;
        return NULL;
    }
    return descriptors[descriptor];
}

/* How many have the end of a pipe that is opened so. */
static unsigned *ends_of(struct wfl_node *node, int flags) {
    return (flags & O_ACCMODE) == O_WRONLY ? &node->writers : &node->readers;
}

static int install(struct wfl_node *node, int flags) {
    int descriptor = lowest_free(0);
    if (descriptor < 0)
        return -1;
    descriptors[descriptor] = new_open(node, (flags & ~NOT_KEPT) | ADDED);
    closed_on_exec[descriptor] = flags & O_CLOEXEC;
    return descriptor;
}

bool *wfl_file_closed_on_exec(int descriptor) { return &closed_on_exec[descriptor]; }

/* What opening a file so needs of it. */
static unsigned needed(int flags) {
    bool reads = (flags & O_ACCMODE) != O_WRONLY, writes = (flags & O_ACCMODE) != O_RDONLY;
    return (reads ? 04 : 0) | (writes || (flags & O_TRUNC) ? 02 : 0);
}

/* Makes the file that a path says where there is none. */
static struct wfl_node *make(struct wfl_path *at, int flags, unsigned mode) {
    if (!(flags & O_CREAT)) {
        fail(ENOENT);
        return NULL;
    }
    return wfl_file_create(at, WFL_REGULAR, mode);
}

/* What Linux says of opening a file that there is; 0 if nothing. */
static int refusal(const struct wfl_path *at, int flags) {
    struct wfl_node *node = at->node;
    bool writes = (flags & O_ACCMODE) != O_RDONLY, directory = node->kind == WFL_DIRECTORY;
    if ((flags & O_CREAT) && (flags & O_EXCL))
        return EEXIST;
    if (directory && (writes || (flags & O_CREAT)))
        return EISDIR;
    if (!directory && (at->slash || (flags & O_DIRECTORY)))
        return ENOTDIR;
    if (node->kind == WFL_LINK && !(flags & O_PATH))
        return ELOOP;
    return wfl_file_allows(node, flags & O_PATH ? 0 : needed(flags)) ? 0 : EACCES;
}

static int open_walked(struct wfl_path *at, int flags, unsigned mode) {
    if ((flags & O_CREAT) && at->name && at->slash)
        return fail(EISDIR);
    if (at->node) {
        int error = refusal(at, flags);
        if (error)
            return fail(error);
    }
    struct wfl_node *node = at->node ? at->node : make(at, flags, mode);
    if (!node)
        return -1;
    if ((node->kind == WFL_DEVICE || node->kind == WFL_FIFO) && !(flags & O_PATH))
        wf__unsupported("opening a device or a named pipe");
    if (!(flags & O_PATH))
        wfl_node_load(node);
    if (at->node && (flags & O_TRUNC) && node->kind == WFL_REGULAR)
        wfl_file_truncate(node, 0);
    return install(node, flags);
}

int wfl_file_open(struct wfl_node *from, const char *path, int flags, unsigned mode) {
    int before = errno;
    struct wfl_path at;
    bool stops = (flags & O_NOFOLLOW) || ((flags & O_CREAT) && (flags & O_EXCL));
    enum wfl_follow follow = flags & O_CREAT ? stops ? WFL_TO_NAME : WFL_TO_MAKE
                             : stops         ? WFL_TO_LINK
                                             : WFL_TO_FILE;
    if (!from)
        return -1;
    if ((flags & O_TMPFILE) == O_TMPFILE)
        wf__unsupported("open with O_TMPFILE");
    if (!wfl_path_walk(from, path, follow, &at))
        return -1;
    int descriptor = open_walked(&at, flags, mode);
    wfl_path_end(&at);
    if (descriptor >= 0)
        errno = before;
    return descriptor;
}

int wfl_file_anonymous(void) {
    wfl_files_start();
    struct wfl_node *node = wfl_node_new(WFL_REGULAR, 0600);
    return install(node, O_RDWR | O_TMPFILE);
}

int wfl_file_pipe(int ends[2], int flags) {
    wfl_files_start();
    if (flags & ~(O_CLOEXEC | O_NONBLOCK | O_DIRECT))
        return fail(EINVAL);
    int first = lowest_free(0), second = first < 0 ? -1 : lowest_free(first + 1);
    if (second < 0)
        return -1;
    struct wfl_node *node = wfl_node_new(WFL_REGULAR, 0600);
    node->pipe = node->made = true;
    for (int i = 0; i < 2; i++) {
        ends[i] = install(node, flags | (i == 0 ? O_RDONLY : O_WRONLY));
        descriptors[ends[i]]->flags &= ~ADDED;
        *ends_of(node, i == 0 ? O_RDONLY : O_WRONLY) += 1;
    }
    return 0;
}

int wfl_file_close(int descriptor) {
    struct wfl_open *open = wfl_file_of(descriptor);
    if (!open)
        return -1;
    descriptors[descriptor] = NULL;
    if (--open->references > 0)
        return 0;
    struct wfl_node *node = open->node;
    int flags = open->flags;
    wf__free(open);
    node->references--;
    if (node->made)
        *ends_of(node, flags) -= 1;
    wfl_node_write_back(node);
    wfl_node_release(node);
    return 0;
}

/* Only this program could write at the other end. */
static int wait_for_pipe(const struct wfl_open *open) {
    if (!(open->flags & O_NONBLOCK))
        wf__unsupported("waiting at a pipe, for another process");
    return fail(EAGAIN);
}

int64_t wfl_file_read(int descriptor, void *buffer, size_t size) {
    struct wfl_open *open = wfl_file_of(descriptor);
    if (!open)
        return -1;
    if ((open->flags & O_ACCMODE) == O_WRONLY)
        return fail(EBADF);
    struct wfl_node *node = open->node;
    switch (node->kind) {
    case WFL_DIRECTORY:
        return fail(EISDIR);
    case WFL_STDIN: {
        int64_t count = size > 0 ? wf__host_read(buffer, size) : 0;
        return count < 0 ? 0 : count;
    }
    case WFL_OUTPUT:
    case WFL_NULL:
        return 0;
    case WFL_FIFO:
    case WFL_LINK:
    case WFL_DEVICE:
        return fail(EBADF);
    case WFL_ZERO:
        wf__memset(buffer, 0, size);
        return (int64_t)size;
    case WFL_REGULAR:
        break;
    }
    wfl_node_load(node);
    uint64_t *offset = wfl_file_position(open);
    if (*offset >= node->size)
        return size > 0 && node->made && node->writers > 0 ? wait_for_pipe(open) : 0;
    size_t left = node->size - *offset;
    if (size > left)
        size = left;
    wf__memcpy(buffer, node->data + *offset, size);
    *offset += size;
    return (int64_t)size;
}

int64_t wfl_file_waiting(struct wfl_open *open) {
    wfl_node_load(open->node);
    return (int64_t)(open->node->size - *wfl_file_position(open));
}

enum { READABLE = POLLIN | POLLRDNORM, WRITABLE = POLLOUT | POLLWRNORM };

/* Nobody writes to standard input any more. */
static int readiness_of_pipe(const struct wfl_open *open) {
    const struct wfl_node *node = open->node;
    if ((open->flags & O_ACCMODE) == O_WRONLY) {
        return WRITABLE | (node->readers == 0 ? POLLERR : 0);
    }
    return (node->taken < node->size ? READABLE : 0) | (node->writers == 0 ? POLLHUP : 0);
}

int wfl_file_readiness(int descriptor) {
    int before = errno;
    struct wfl_open *open = wfl_file_of(descriptor);
    errno = before;
    if (!open)
        return POLLNVAL;
    wfl_node_load(open->node);
    if (open->node->pipe)
        return readiness_of_pipe(open);
    return open->node->kind == WFL_OUTPUT  ? WRITABLE
           : open->node->kind == WFL_STDIN ? READABLE
                                           : READABLE | WRITABLE;
}

/* Room for `size` bytes; the size itself stays. */
static int reserve(struct wfl_node *node, uint64_t size) {
    if (size > INT32_MAX)
        return fail(ENOSPC);
    if (size <= node->capacity)
        return 0;
    size_t capacity = node->capacity < 64 ? 64 : node->capacity;
    while (capacity < size)
        capacity *= 2;
    unsigned char *larger = wf__malloc(capacity);
    if (node->size > 0)
        wf__memcpy(larger, node->data, node->size);
    wf__free(node->data);
    node->data = larger;
    node->capacity = capacity;
    return 0;
}

int wfl_file_truncate(struct wfl_node *node, uint64_t size) {
    if (node->kind == WFL_DIRECTORY)
        return fail(EISDIR);
    if (node->kind != WFL_REGULAR)
        return fail(EINVAL);
    wfl_node_load(node);
    if (reserve(node, size) != 0)
        return -1;
    if (size > node->size)
        wf__memset(node->data + node->size, 0, size - node->size);
    node->size = size;
    node->changed = true;
    return 0;
}

int64_t wfl_file_write(int descriptor, const void *data, size_t size) {
    struct wfl_open *open = wfl_file_of(descriptor);
    if (!open)
        return -1;
    if ((open->flags & O_ACCMODE) == O_RDONLY)
        return fail(EBADF);
    struct wfl_node *node = open->node;
    if (size == 0)
        return 0;
    if (node->kind == WFL_OUTPUT)
        wf__output(node->number, data, size);
    if (node->kind != WFL_REGULAR)
        return (int64_t)size;
    wfl_node_load(node);
    if (node->made && node->readers == 0) {
        wfl_break_pipe();
        return fail(EPIPE);
    }
    if (node->made && node->size - node->taken + size > PIPE_ROOM)
        wf__unsupported("a pipe with more than 28672 bytes that nobody has read");
    if ((open->flags & O_APPEND) || node->made)
        open->offset = node->size;
    uint64_t end = open->offset + size;
    if (end < size)
        return fail(EFBIG);
    if (reserve(node, end) != 0)
        return -1;
    if (open->offset > node->size)
        wf__memset(node->data + node->size, 0, open->offset - node->size);
    wf__memcpy(node->data + open->offset, data, size);
    if (end > node->size)
        node->size = end;
    open->offset = end;
    node->changed = true;
    return (int64_t)size;
}

/* Standard input is not seekable, like a pipe. */
int64_t wfl_file_seek(int descriptor, int64_t offset, int origin) {
    struct wfl_open *open = wfl_file_of(descriptor);
    if (!open)
        return -1;
    struct wfl_node *node = open->node;
    if (origin < 0 || origin > SEEK_HOLE)
        return fail(EINVAL);
    if (node->pipe || node->kind == WFL_OUTPUT)
        return fail(ESPIPE);
    int64_t base;
    switch (origin) {
    case SEEK_SET:
        base = 0;
        break;
    case SEEK_CUR:
        base = (int64_t)open->offset;
        break;
    case SEEK_END:
        base = (int64_t)node->size;
        break;
    default:
        wf__unsupported("lseek to data or holes");
    }
    int64_t to;
    if (__builtin_add_overflow(base, offset, &to))
        return fail(EOVERFLOW);
    if (to < 0)
        return fail(EINVAL);
    open->offset = (uint64_t)to;
    return to;
}

int wfl_file_duplicate(int descriptor, int lowest) {
    struct wfl_open *open = wfl_file_of(descriptor);
    if (!open)
        return -1;
    if (lowest < 0 || lowest >= DESCRIPTORS)
        return fail(EINVAL);
    int new = lowest_free(lowest);
    if (new >= 0) {
        descriptors[new] = open;
        closed_on_exec[new] = false;
        open->references++;
    }
    return new;
}

int wfl_file_duplicate_to(int descriptor, int to) {
    struct wfl_open *open = wfl_file_of(descriptor);
    if (!open)
        return -1;
    if (to < 0 || to >= DESCRIPTORS)
        return fail(EBADF);
    if (to == descriptor)
        return to;
    if (descriptors[to])
        wfl_file_close(to);
    descriptors[to] = open;
    closed_on_exec[to] = false;
    open->references++;
    return to;
}
