/* unistd.h, fcntl.h and sys/stat.h: descriptors, and the system's limits. */
#include "library.h"

#include "files.h"
#include "host.h"
#include <fcntl.h>
#include <linux/fs.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

static int fail(int number) {
    errno = number;
    return -1;
}

static int open_with(int directory, const char *path, int flags, va_list arguments) {
    unsigned mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, unsigned) : 0;
    return wfl_file_open(wfl_path_from(directory, path), path, flags, mode);
}

#define OPEN(name)                                                                                 \
    int name(const char *path, int flags, ...) {                                                   \
        va_list arguments;                                                                         \
        va_start(arguments, flags);                                                                \
        int descriptor = open_with(AT_FDCWD, path, flags, arguments);                                        \
        va_end(arguments);                                                                         \
        return descriptor;                                                                         \
    }

OPEN(open)
OPEN(open64)
OPEN(__open)

#define OPENAT(name)                                                                               \
    int name(int directory, const char *path, int flags, ...) {                                    \
        va_list arguments;                                                                         \
        va_start(arguments, flags);                                                                \
        int descriptor = open_with(directory, path, flags, arguments);                                        \
        va_end(arguments);                                                                         \
        return descriptor;                                                                         \
    }

OPENAT(openat)
OPENAT(openat64)

int __open_2(const char *path, int flags) { return wfl_file_open(wfl_path_from(AT_FDCWD, path), path, flags, 0); }
int __open64_2(const char *path, int flags) { return wfl_file_open(wfl_path_from(AT_FDCWD, path), path, flags, 0); }

#define CREATION (O_WRONLY | O_CREAT | O_TRUNC)
int creat(const char *path, mode_t mode) { return wfl_file_open(wfl_path_from(AT_FDCWD, path), path, CREATION, mode); }
int creat64(const char *path, mode_t mode) { return wfl_file_open(wfl_path_from(AT_FDCWD, path), path, CREATION, mode); }

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
    if (at < 0)
        return fail(EINVAL);
    struct wfl_open *open = wfl_file_of(descriptor);
    if (!open)
        return -1;
    if (open->node->pipe || open->node->kind == WFL_STDIN || open->node->kind == WFL_OUTPUT)
        return fail(ESPIPE);
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

/* No descriptor is a terminal; beside that, one can ask a file or a pipe how much there is to read. */
int ioctl(int descriptor, unsigned long request, ...) {
    enum { TERMINAL_REQUESTS = 0x54 };
    struct wfl_open *open = wfl_file_of(descriptor);
    if (!open)
        return -1;
    /* Of directories and devices nobody knows; of what the user of `run` types neither. */
    if (request == FIONREAD && open->node->kind != WFL_REGULAR && open->node->kind != WFL_OUTPUT)
        return fail(ENOTTY);
    if (request == FIONREAD && open->node->kind == WFL_REGULAR) {
        va_list arguments;
        va_start(arguments, request);
        *va_arg(arguments, int *) = (int)wfl_file_waiting(open);
        va_end(arguments);
        return 0;
    }
    /* Files share no blocks. */
    if (request == FICLONE)
        return fail(EOPNOTSUPP);
    if (request >> 8 != TERMINAL_REQUESTS || request == 0x541b || request == 0x5421)
        wf__unsupported("ioctl with this request");
    return fail(ENOTTY);
}

static bool is_mode(int mode) { return !(mode & ~7) || fail(EINVAL) == 0; }

static int allowed(struct wfl_node *node, int mode) {
    if (!node)
        return -1;
    return wfl_file_allows(node, (unsigned)mode & 7) ? 0 : fail(EACCES);
}

int access(const char *path, int mode) { return is_mode(mode) ? allowed(wfl_file_find(path), mode) : -1; }
int eaccess(const char *path, int mode) { return allowed(wfl_file_find(path), mode); }
int euidaccess(const char *path, int mode) { return allowed(wfl_file_find(path), mode); }

int faccessat(int directory, const char *path, int mode, int flags) {
    bool follow = !(flags & AT_SYMLINK_NOFOLLOW);
    if (!is_mode(mode))
        return -1;
    if (flags & ~(AT_SYMLINK_NOFOLLOW | AT_EACCESS | AT_EMPTY_PATH))
        return fail(EINVAL);
    return allowed(wfl_path_find(wfl_path_from(directory, path), path, follow), mode);
}

#define FROM(directory, path) wfl_path_from(directory, path)

int unlink(const char *path) { return wfl_file_unlink(FROM(AT_FDCWD, path), path, false); }
int rmdir(const char *path) { return wfl_file_unlink(FROM(AT_FDCWD, path), path, true); }

int unlinkat(int directory, const char *path, int flags) {
    struct wfl_node *from = FROM(directory, path);
    if (flags & ~AT_REMOVEDIR)
        return fail(EINVAL);
    return from ? wfl_file_unlink(from, path, flags & AT_REMOVEDIR) : -1;
}

int mkdir(const char *path, mode_t mode) {
    return wfl_file_make_directory(FROM(AT_FDCWD, path), path, mode);
}

int mkdirat(int directory, const char *path, mode_t mode) {
    struct wfl_node *from = FROM(directory, path);
    return from ? wfl_file_make_directory(from, path, mode) : -1;
}

static int rename_between(int directory, const char *path, int to_directory, const char *to,
                          unsigned flags) {
    struct wfl_node *from = FROM(directory, path), *to_from = FROM(to_directory, to);
    if (flags & ~RENAME_NOREPLACE)
        wf__unsupported("renameat2 with these flags");
    return from && to_from ? wfl_file_rename(from, path, to_from, to, !flags) : -1;
}

int renameat2(int directory, const char *path, int to_directory, const char *to, unsigned flags) {
    return rename_between(directory, path, to_directory, to, flags);
}

int rename(const char *path, const char *to) { return rename_between(AT_FDCWD, path, AT_FDCWD, to, 0); }

int renameat(int directory, const char *path, int to_directory, const char *to) {
    return rename_between(directory, path, to_directory, to, 0);
}

static int make_link(int directory, const char *path, int to_directory, const char *to, int flags) {
    struct wfl_node *from = FROM(directory, path), *to_from = FROM(to_directory, to);
    if (flags & ~AT_SYMLINK_FOLLOW)
        return fail(EINVAL);
    return from && to_from ? wfl_file_link(from, path, flags & AT_SYMLINK_FOLLOW, to_from, to) : -1;
}

int linkat(int directory, const char *path, int to_directory, const char *to, int flags) {
    return make_link(directory, path, to_directory, to, flags);
}

int link(const char *path, const char *to) { return make_link(AT_FDCWD, path, AT_FDCWD, to, 0); }

static int make_symbolic_link(const char *target, int directory, const char *path) {
    struct wfl_node *from = FROM(directory, path);
    return from ? wfl_file_link_to(target, from, path) : -1;
}

int symlinkat(const char *target, int directory, const char *path) {
    return make_symbolic_link(target, directory, path);
}

int symlink(const char *target, const char *path) { return make_symbolic_link(target, AT_FDCWD, path); }

static ssize_t read_link(int directory, const char *path, char *buffer, size_t size) {
    if (size == 0 || size > INT32_MAX)
        return fail(EINVAL);
    struct wfl_node *node = wfl_path_find(FROM(directory, path), path, false);
    if (!node)
        return -1;
    if (node->kind != WFL_LINK)
        return fail(EINVAL);
    wfl_node_load(node);
    size_t count = size < node->size ? size : node->size;
    wf__memcpy(buffer, node->data, count);
    return (ssize_t)count;
}

ssize_t readlinkat(int directory, const char *path, char *buffer, size_t size) {
    return read_link(directory, path, buffer, size);
}

ssize_t readlink(const char *path, char *buffer, size_t size) {
    return read_link(AT_FDCWD, path, buffer, size);
}

ssize_t __readlink_chk(const char *path, char *buffer, size_t size, size_t capacity) {
    if (size > capacity)
        wf__error("out-of-bounds", "readlink() of more bytes than its buffer has");
    return read_link(AT_FDCWD, path, buffer, size);
}

static int go_to(struct wfl_node *node) {
    if (!node)
        return -1;
    if (node->kind != WFL_DIRECTORY)
        return fail(ENOTDIR);
    if (!wfl_file_allows(node, 01))
        return fail(EACCES);
    node->references++;
    wfl_place->references--;
    wfl_node_release(wfl_place);
    wfl_place = node;
    return 0;
}

int chdir(const char *path) { return go_to(wfl_file_find(path)); }

int fchdir(int descriptor) {
    struct wfl_open *open = wfl_file_of(descriptor);
    return open ? go_to(open->node) : -1;
}

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

/* A kernel that does not have it. */
ssize_t copy_file_range(int from, off64_t *from_offset, int to, off64_t *to_offset, size_t size,
                        unsigned flags) {
    (void)from, (void)from_offset, (void)to, (void)to_offset, (void)size, (void)flags;
    return fail(ENOSYS);
}

int fsync(int descriptor) { return wfl_file_of(descriptor) ? 0 : -1; }
int fdatasync(int descriptor) { return wfl_file_of(descriptor) ? 0 : -1; }
void sync(void) {}
int syncfs(int descriptor) { return wfl_file_of(descriptor) ? 0 : -1; }

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
        int descriptor = wfl_file_open(wfl_path_from(AT_FDCWD, name), name, flags | O_RDWR | O_CREAT | O_EXCL, 0600);
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

static char *place_into(char *buffer, size_t size) {
    if (buffer && size == 0) {
        errno = EINVAL;
        return NULL;
    }
    wfl_files_start();
    char *path = wfl_directory_path(wfl_place);
    size_t length = path ? wfl_length(path) + 1 : 0;
    bool fits = path && (length <= size || (!buffer && size == 0));
    if (!fits)
        errno = path ? ERANGE : ENOENT;
    if (fits && !buffer)
        buffer = wfl_allocate(size ? size : length);
    if (fits && buffer)
        wf__memcpy(buffer, path, length);
    wf__free(path);
    return fits ? buffer : NULL;
}

char *getcwd(char *buffer, size_t size) { return place_into(buffer, size); }

/* The path of what a path leads to, without links, `.` and `..`; to be freed. */
static char *canonical(const char *path) {
    struct wfl_path at;
    if (!wfl_path_walk(FROM(AT_FDCWD, path), path, WFL_TO_FILE, &at))
        return NULL;
    bool no_directory = at.node && at.slash && at.node->kind != WFL_DIRECTORY;
    if (!at.node || no_directory)
        errno = no_directory ? ENOTDIR : ENOENT;
    char *found = at.node && !no_directory ? wfl_directory_path(at.directory) : NULL;
    if (found && at.name) {
        char *whole = wfl_path_joined(found, at.name, at.length);
        wf__free(found);
        found = whole;
    }
    wfl_path_end(&at);
    return found;
}

static char *canonical_into(const char *path, char *buffer) {
    if (!path) {
        errno = EINVAL;
        return NULL;
    }
    char *found = canonical(path);
    if (!found)
        return NULL;
    if (!buffer)
        buffer = wfl_duplicate(found, wfl_length(found));
    else
        wf__memcpy(buffer, found, wfl_length(found) + 1);
    wf__free(found);
    return buffer;
}

char *realpath(const char *restrict path, char *restrict buffer) { return canonical_into(path, buffer); }
char *canonicalize_file_name(const char *path) { return canonical_into(path, NULL); }

/* PWD, where it is right, says the same. */
char *get_current_dir_name(void) { return place_into(NULL, 0); }

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
