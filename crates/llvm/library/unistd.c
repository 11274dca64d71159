/* unistd.h, fcntl.h and sys/stat.h: descriptors, and the system's limits. */
#include "library.h"

#include "files.h"
#include "host.h"
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

static int fail(int number) {
    errno = number;
    return -1;
}

static int open_with(const char *path, int flags, va_list arguments) {
    unsigned mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, unsigned) : 0;
    return wfl_file_open(path, flags, mode);
}

#define OPEN(name)                                                                                 \
    int name(const char *path, int flags, ...) {                                                   \
        va_list arguments;                                                                         \
        va_start(arguments, flags);                                                                \
        int descriptor = open_with(path, flags, arguments);                                        \
        va_end(arguments);                                                                         \
        return descriptor;                                                                         \
    }

OPEN(open)
OPEN(open64)
OPEN(__open)

#define OPENAT(name)                                                                               \
    int name(int directory, const char *path, int flags, ...) {                                    \
        if (directory != AT_FDCWD && *path != '/')                                                 \
            wf__unsupported("openat with a directory");                                            \
        va_list arguments;                                                                         \
        va_start(arguments, flags);                                                                \
        int descriptor = open_with(path, flags, arguments);                                        \
        va_end(arguments);                                                                         \
        return descriptor;                                                                         \
    }

OPENAT(openat)
OPENAT(openat64)

int __open_2(const char *path, int flags) { return wfl_file_open(path, flags, 0); }
int __open64_2(const char *path, int flags) { return wfl_file_open(path, flags, 0); }

#define CREATION (O_WRONLY | O_CREAT | O_TRUNC)
int creat(const char *path, mode_t mode) { return wfl_file_open(path, CREATION, mode); }
int creat64(const char *path, mode_t mode) { return wfl_file_open(path, CREATION, mode); }

int close(int descriptor) { return wfl_file_close(descriptor); }

ssize_t read(int descriptor, void *buffer, size_t size) {
    return wfl_file_read(descriptor, buffer, size);
}

ssize_t __read_chk(int descriptor, void *buffer, size_t size, size_t capacity) {
    if (size > capacity)
        wf__error("out-of-bounds", "read() of more bytes than its buffer has");
    return wfl_file_read(descriptor, buffer, size);
}

ssize_t write(int descriptor, const void *data, size_t size) {
    return wfl_file_write(descriptor, data, size);
}

/* Reads or writes elsewhere and leaves the offset as it was. */
static int64_t transfer_at(int descriptor, void *buffer, size_t size, int64_t at, bool write) {
    struct wfl_open *open = wfl_file_of(descriptor);
    if (!open)
        return -1;
    if (open->node->pipe || open->node->kind == WFL_STDIN || open->node->kind == WFL_OUTPUT)
        return fail(ESPIPE);
    if (at < 0)
        return fail(EINVAL);
    uint64_t before = open->offset;
    open->offset = (uint64_t)at;
    int64_t count = write ? wfl_file_write(descriptor, buffer, size)
                          : wfl_file_read(descriptor, buffer, size);
    open->offset = before;
    return count;
}

ssize_t pread(int descriptor, void *buffer, size_t size, off_t at) {
    return transfer_at(descriptor, buffer, size, at, false);
}

ssize_t pread64(int descriptor, void *buffer, size_t size, off64_t at) {
    return transfer_at(descriptor, buffer, size, at, false);
}

ssize_t pwrite(int descriptor, const void *data, size_t size, off_t at) {
    return transfer_at(descriptor, (void *)data, size, at, true);
}

ssize_t pwrite64(int descriptor, const void *data, size_t size, off64_t at) {
    return transfer_at(descriptor, (void *)data, size, at, true);
}

off_t lseek(int descriptor, off_t offset, int origin) {
    return wfl_file_seek(descriptor, offset, origin);
}

off64_t lseek64(int descriptor, off64_t offset, int origin) {
    return wfl_file_seek(descriptor, offset, origin);
}

int dup(int descriptor) { return wfl_file_duplicate(descriptor, 0); }
int dup2(int descriptor, int to) { return wfl_file_duplicate_to(descriptor, to); }

int dup3(int descriptor, int to, int flags) {
    if (descriptor == to || flags & ~O_CLOEXEC)
        return fail(EINVAL);
    int new = wfl_file_duplicate_to(descriptor, to);
    if (new >= 0)
        *wfl_file_closed_on_exec(new) = flags & O_CLOEXEC;
    return new;
}

/* Flags of an open file that may change. */
enum { CHANGEABLE = O_APPEND | O_NONBLOCK | O_ASYNC };

static int control(int descriptor, int command, long argument) {
    struct wfl_open *open = wfl_file_of(descriptor);
    if (!open)
        return -1;
    switch (command) {
    case F_DUPFD:
        return wfl_file_duplicate(descriptor, (int)argument);
    case F_DUPFD_CLOEXEC: {
        int new = wfl_file_duplicate(descriptor, (int)argument);
        if (new >= 0)
            *wfl_file_closed_on_exec(new) = true;
        return new;
    }
    case F_GETFD:
        return *wfl_file_closed_on_exec(descriptor) ? FD_CLOEXEC : 0;
    case F_SETFD:
        *wfl_file_closed_on_exec(descriptor) = argument & FD_CLOEXEC;
        return 0;
    case F_GETFL:
        return open->flags;
    case F_SETFL:
        open->flags = (open->flags & ~CHANGEABLE) | ((int)argument & CHANGEABLE);
        return 0;
    default:
        wf__unsupported("fcntl with this command");
    }
}

#define FCNTL(name)                                                                                \
    int name(int descriptor, int command, ...) {                                                   \
        va_list arguments;                                                                         \
        va_start(arguments, command);                                                              \
        bool takes_one = command != F_GETFD && command != F_GETFL;                                 \
        long argument = takes_one ? va_arg(arguments, long) : 0;                                   \
        va_end(arguments);                                                                         \
        return control(descriptor, command, argument);                                             \
    }

FCNTL(fcntl)
FCNTL(fcntl64)

int isatty(int descriptor) {
    if (wfl_file_of(descriptor))
        errno = ENOTTY;
    return 0;
}

/* No descriptor is a terminal; beside that, one can ask how much there is to read. */
int ioctl(int descriptor, unsigned long request, ...) {
    enum { TERMINAL_REQUESTS = 0x54 };
    struct wfl_open *open = wfl_file_of(descriptor);
    if (!open)
        return -1;
    int64_t waiting = request == FIONREAD ? wfl_file_waiting(open) : -1;
    if (waiting >= 0) {
        va_list arguments;
        va_start(arguments, request);
        *va_arg(arguments, int *) = (int)waiting;
        va_end(arguments);
        return 0;
    }
    if (request >> 8 != TERMINAL_REQUESTS || request == 0x541b || request == 0x5421)
        wf__unsupported("ioctl with this request");
    return fail(ENOTTY);
}

int tcgetattr(int descriptor, struct termios *to) {
    (void)to;
    return wfl_file_of(descriptor) ? fail(ENOTTY) : -1;
}

int tcsetattr(int descriptor, int when, const struct termios *from) {
    (void)when;
    (void)from;
    return wfl_file_of(descriptor) ? fail(ENOTTY) : -1;
}

char *ttyname(int descriptor) {
    if (wfl_file_of(descriptor))
        errno = ENOTTY;
    return NULL;
}

int access(const char *path, int mode) {
    struct wfl_node *node = wfl_file_find(path);
    if (!node)
        return -1;
    return wfl_file_allows(node, (unsigned)mode & 7) ? 0 : fail(EACCES);
}

int unlink(const char *path) { return wfl_file_unlink(path, false); }
int rmdir(const char *path) { return wfl_file_unlink(path, true); }
int mkdir(const char *path, mode_t mode) { return wfl_file_make_directory(path, mode); }
int rename(const char *from, const char *to) { return wfl_file_rename(from, to); }

static int resize(int descriptor, off_t size) {
    struct wfl_open *open = wfl_file_of(descriptor);
    if (!open)
        return -1;
    if (size < 0 || (open->flags & O_ACCMODE) == O_RDONLY)
        return fail(EINVAL);
    return wfl_file_truncate(open->node, (uint64_t)size);
}

int ftruncate(int descriptor, off_t size) { return resize(descriptor, size); }
int ftruncate64(int descriptor, off64_t size) { return resize(descriptor, size); }

int truncate(const char *path, off_t size) {
    if (size < 0)
        return fail(EINVAL);
    struct wfl_node *node = wfl_file_find(path);
    if (!node)
        return -1;
    if (node->kind == WFL_REGULAR && !wfl_file_allows(node, 02))
        return fail(EACCES);
    return wfl_file_truncate(node, (uint64_t)size);
}

int chmod(const char *path, mode_t mode) {
    struct wfl_node *node = wfl_file_find(path);
    if (!node)
        return -1;
    node->mode = mode & 07777;
    return 0;
}

int fchmod(int descriptor, mode_t mode) {
    struct wfl_open *open = wfl_file_of(descriptor);
    if (!open)
        return -1;
    open->node->mode = mode & 07777;
    return 0;
}

mode_t umask(mode_t mask) {
    mode_t before = wfl_file_mask;
    wfl_file_mask = mask & 0777;
    return before;
}

static int describe(struct wfl_node *node, struct stat *to) {
    static const unsigned types[] = {
        [WFL_REGULAR] = S_IFREG, [WFL_DIRECTORY] = S_IFDIR, [WFL_STDIN] = S_IFIFO,
        [WFL_OUTPUT] = S_IFIFO,  [WFL_NULL] = S_IFCHR,      [WFL_ZERO] = S_IFCHR,
    };
    /* Numbers in the order in which files are first described, as in the native run. */
    static ino_t numbers;
    if (!node->described)
        node->described = ++numbers;
    wf__memset(to, 0, sizeof *to);
    to->st_dev = WF_DEVICE;
    to->st_ino = node->described;
    to->st_mode = (node->pipe ? S_IFIFO : types[node->kind]) | node->mode;
    to->st_rdev = node->kind == WFL_NULL ? 0x103 : node->kind == WFL_ZERO ? 0x105 : 0;
    to->st_nlink = node->kind == WFL_DIRECTORY ? WF_DIRECTORY_LINKS : node->linked;
    to->st_uid = wfl_user();
    to->st_gid = wfl_group();
    to->st_size = node->kind == WFL_DIRECTORY ? WF_DIRECTORY_SIZE : node->pipe ? 0 : (off_t)node->size;
    to->st_blksize = WF_BLOCK;
    to->st_blocks = (to->st_size + 511) / 512;
    to->st_atim.tv_sec = to->st_mtim.tv_sec = to->st_ctim.tv_sec = WF_START;
    return 0;
}

static int describe_path(const char *path, void *to) {
    struct wfl_node *node = wfl_file_find(path);
    return node ? describe(node, to) : -1;
}

static int describe_descriptor(int descriptor, void *to) {
    struct wfl_open *open = wfl_file_of(descriptor);
    return open ? describe(open->node, to) : -1;
}

int stat(const char *restrict path, struct stat *restrict to) { return describe_path(path, to); }
int lstat(const char *restrict path, struct stat *restrict to) { return describe_path(path, to); }
int fstat(int descriptor, struct stat *to) { return describe_descriptor(descriptor, to); }

int stat64(const char *restrict path, struct stat64 *restrict to) {
    return describe_path(path, to);
}

int lstat64(const char *restrict path, struct stat64 *restrict to) {
    return describe_path(path, to);
}

int fstat64(int descriptor, struct stat64 *to) { return describe_descriptor(descriptor, to); }

/* What older headers call. */
int __xstat(int version, const char *path, struct stat *to) {
    (void)version;
    return describe_path(path, to);
}

int __lxstat(int version, const char *path, struct stat *to) {
    (void)version;
    return describe_path(path, to);
}

int __fxstat(int version, int descriptor, struct stat *to) {
    (void)version;
    return describe_descriptor(descriptor, to);
}

int fsync(int descriptor) { return wfl_file_of(descriptor) ? 0 : -1; }
int fdatasync(int descriptor) { return wfl_file_of(descriptor) ? 0 : -1; }
void sync(void) {}

/* The letters are always the first that give a new name. */
static int make_temporary(char *name, int suffix, int flags) {
    size_t length = wfl_length(name);
    if (suffix < 0 || length < 6 + (size_t)suffix)
        return fail(EINVAL);
    char *letters = name + length - 6 - suffix;
    for (int i = 0; i < 6; i++)
        if (letters[i] != 'X')
            return fail(EINVAL);
    for (int attempt = 0; attempt < 26 * 26 * 26; attempt++) {
        int rest = attempt;
        for (int i = 5; i >= 0; i--, rest /= 26)
            letters[i] = (char)('a' + rest % 26);
        int descriptor = wfl_file_open(name, flags | O_RDWR | O_CREAT | O_EXCL, 0600);
        if (descriptor >= 0 || errno != EEXIST)
            return descriptor;
    }
    return fail(EEXIST);
}

int mkstemp(char *name) { return make_temporary(name, 0, 0); }
int mkstemp64(char *name) { return make_temporary(name, 0, 0); }
int mkstemps(char *name, int suffix) { return make_temporary(name, suffix, 0); }
int mkostemp(char *name, int flags) { return make_temporary(name, 0, flags); }

int getpagesize(void) { return WF_PAGE; }

char *getcwd(char *buffer, size_t size) {
    if (!buffer) {
        buffer = wfl_allocate(size ? size : 2);
        if (!buffer)
            return NULL;
    } else if (size == 0) {
        errno = EINVAL;
        return NULL;
    }
    if (size == 1) {
        errno = ERANGE;
        return NULL;
    }
    buffer[0] = '/';
    buffer[1] = 0;
    return buffer;
}

int gethostname(char *name, size_t size) {
    static const char text[] = WF_HOST;
    if (size < sizeof text)
        return fail(ENAMETOOLONG);
    wf__memcpy(name, text, sizeof text);
    return 0;
}

long sysconf(int name) {
#define LIMIT(known, value)                                                                        \
    case known:                                                                                    \
        return value;
    switch (name) {
        WF_SYSTEM_LIMITS(LIMIT)
    default:
        wf__unsupported("sysconf with this name");
    }
#undef LIMIT
}

/* Advice changes nothing that a program sees. */
static int advise(int descriptor, int64_t length) {
    int before = errno, result = wfl_file_of(descriptor) ? length < 0 ? EINVAL : 0 : EBADF;
    errno = before;
    return result;
}

int posix_fadvise(int descriptor, off_t offset, off_t length, int advice) {
    (void)offset;
    return advice < 0 || advice > 5 ? EINVAL : advise(descriptor, length);
}

int posix_fadvise64(int descriptor, off64_t offset, off64_t length, int advice) {
    (void)offset;
    return advice < 0 || advice > 5 ? EINVAL : advise(descriptor, length);
}
