/* What stat() and its like tell of files, and what changes it. */
#include "library.h"

#include "files.h"
#include "host.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <utime.h>

static int fail(int number) {
    errno = number;
    return -1;
}

/* Of a real file, in `run`. */
static int describe_real(struct wfl_node *node, struct stat *to) {
    struct wf_host_status status;
    wfl_node_write_back(node);
    int64_t result = wf__host_call(WF_HOST_STATUS, node->host, "", 0, &status, sizeof status);
    if (result < 0)
        return fail((int)-result);
    to->st_dev = status.device;
    to->st_ino = status.inode;
    to->st_mode = (mode_t)status.mode;
    to->st_nlink = status.links;
    to->st_uid = (uid_t)status.user;
    to->st_gid = (gid_t)status.group;
    to->st_rdev = status.special;
    to->st_size = (off_t)status.size;
    to->st_blksize = (blksize_t)status.block;
    to->st_blocks = (blkcnt_t)status.blocks;
    to->st_atim = (struct timespec){status.accessed[0], status.accessed[1]};
    to->st_mtim = (struct timespec){status.modified[0], status.modified[1]};
    to->st_ctim = (struct timespec){status.changed[0], status.changed[1]};
    return 0;
}

static int describe(struct wfl_node *node, struct stat *to) {
    static const unsigned types[] = {
        [WFL_REGULAR] = S_IFREG, [WFL_DIRECTORY] = S_IFDIR, [WFL_FIFO] = S_IFIFO,
        [WFL_LINK] = S_IFLNK,    [WFL_STDIN] = S_IFIFO,
        [WFL_OUTPUT] = S_IFIFO,  [WFL_NULL] = S_IFCHR,      [WFL_ZERO] = S_IFCHR,
    };
    wf__memset(to, 0, sizeof *to);
    if (node->host && node->links > 0)
        return describe_real(node, to);
    to->st_dev = WF_DEVICE;
    to->st_ino = wfl_file_number(node);
    to->st_mode = (node->pipe ? S_IFIFO : types[node->kind]) | node->mode;
    to->st_rdev = node->kind == WFL_NULL ? 0x103 : node->kind == WFL_ZERO ? 0x105 : 0;
    to->st_nlink = node->kind == WFL_DIRECTORY ? WF_DIRECTORY_LINKS : node->links;
    to->st_uid = wfl_user();
    to->st_gid = wfl_group();
    to->st_size = node->kind == WFL_DIRECTORY ? WF_DIRECTORY_SIZE : node->pipe ? 0 : (off_t)node->size;
    to->st_blksize = WF_BLOCK;
    to->st_blocks = (to->st_size + 511) / 512;
    to->st_atim = node->accessed;
    to->st_mtim = node->modified;
    to->st_ctim.tv_sec = WF_START;
    return 0;
}

int wfl_file_describe(struct wfl_node *node, void *to) { return describe(node, to); }

static int describe_path(const char *path, bool follow, void *to) {
    wfl_files_start();
    struct wfl_node *node = wfl_path_find(wfl_place, path, follow);
    return node ? describe(node, to) : -1;
}

static int describe_descriptor(int descriptor, void *to) {
    struct wfl_open *open = wfl_file_of(descriptor);
    return open ? describe(open->node, to) : -1;
}

/* What the functions of `*at` are about: a path from a directory, or that directory itself. */
static struct wfl_node *found_at(int directory, const char *path, int flags) {
    if (*path || !(flags & AT_EMPTY_PATH))
        return wfl_path_find(wfl_path_from(directory, path), path, !(flags & AT_SYMLINK_NOFOLLOW));
    if (directory == AT_FDCWD)
        return wfl_file_find(".");
    struct wfl_open *open = wfl_file_of(directory);
    return open ? open->node : NULL;
}

static int describe_at(int directory, const char *path, void *to, int flags) {
    if (flags & ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH | AT_NO_AUTOMOUNT))
        return fail(EINVAL);
    struct wfl_node *node = found_at(directory, path, flags);
    return node ? describe(node, to) : -1;
}

int stat(const char *restrict path, struct stat *restrict to) { return describe_path(path, true, to); }
int lstat(const char *restrict path, struct stat *restrict to) {
    return describe_path(path, false, to);
}
int fstat(int descriptor, struct stat *to) { return describe_descriptor(descriptor, to); }
int fstatat(int directory, const char *restrict path, struct stat *restrict to, int flags) {
    return describe_at(directory, path, to, flags);
}

#ifdef __LP64__ /* elsewhere their structure is another one */
int stat64(const char *restrict path, struct stat64 *restrict to) {
    return describe_path(path, true, to);
}
int lstat64(const char *restrict path, struct stat64 *restrict to) {
    return describe_path(path, false, to);
}
int fstat64(int descriptor, struct stat64 *to) { return describe_descriptor(descriptor, to); }
int fstatat64(int directory, const char *restrict path, struct stat64 *restrict to, int flags) {
    return describe_at(directory, path, to, flags);
}
#endif

/* What older headers call. */
int __xstat(int version, const char *path, struct stat *to) {
    (void)version;
    return describe_path(path, true, to);
}

int __lxstat(int version, const char *path, struct stat *to) {
    (void)version;
    return describe_path(path, false, to);
}

int __fxstat(int version, int descriptor, struct stat *to) {
    (void)version;
    return describe_descriptor(descriptor, to);
}

int __fxstatat(int version, int directory, const char *path, struct stat *to, int flags) {
    (void)version;
    return describe_at(directory, path, to, flags);
}

/* Numbers of devices. */

static unsigned major_of(dev_t device) {
    return (unsigned)(device >> 8 & 0xfff) | (unsigned)(device >> 32 & ~0xfffull);
}

static unsigned minor_of(dev_t device) {
    return (unsigned)(device & 0xff) | (unsigned)(device >> 12 & ~0xffull);
}

unsigned gnu_dev_major(dev_t device) { return major_of(device); }
unsigned gnu_dev_minor(dev_t device) { return minor_of(device); }

dev_t gnu_dev_makedev(unsigned high, unsigned low) {
    return (dev_t)(high & 0xfff) << 8 | (dev_t)(high & ~0xfffu) << 32 | (low & 0xff) |
           (dev_t)(low & ~0xffu) << 12;
}

static struct statx_timestamp stamp(struct timespec time) {
    return (struct statx_timestamp){.tv_sec = time.tv_sec, .tv_nsec = (uint32_t)time.tv_nsec};
}

int statx(int directory, const char *restrict path, int flags, unsigned mask,
          struct statx *restrict to) {
    enum { KNOWN = AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH | AT_NO_AUTOMOUNT | AT_STATX_SYNC_TYPE };
    struct stat about;
    if ((flags & ~KNOWN) || (flags & AT_STATX_SYNC_TYPE) == AT_STATX_SYNC_TYPE || mask & STATX__RESERVED)
        return fail(EINVAL);
    struct wfl_node *node = found_at(directory, path, flags);
    if (!node || describe(node, &about) != 0)
        return -1;
    wf__memset(to, 0, sizeof *to);
    to->stx_mask = STATX_BASIC_STATS;
    to->stx_blksize = (uint32_t)about.st_blksize;
    to->stx_nlink = (uint32_t)about.st_nlink;
    to->stx_uid = about.st_uid;
    to->stx_gid = about.st_gid;
    to->stx_mode = (uint16_t)about.st_mode;
    to->stx_ino = about.st_ino;
    to->stx_size = (uint64_t)about.st_size;
    to->stx_blocks = (uint64_t)about.st_blocks;
    to->stx_atime = stamp(about.st_atim);
    to->stx_mtime = stamp(about.st_mtim);
    to->stx_ctime = stamp(about.st_ctim);
    to->stx_rdev_major = major_of(about.st_rdev);
    to->stx_rdev_minor = minor_of(about.st_rdev);
    to->stx_dev_major = major_of(about.st_dev);
    to->stx_dev_minor = minor_of(about.st_dev);
    return 0;
}

/* File systems: one, of which half is free; in `run` the real ones. */

/* Asks for the real file system that a file is in. */
static int real_system(struct wfl_node *node, struct wf_host_system *to) {
    const char *path = node->host ? node->host : "/";
    int64_t result = wf__host_call(WF_HOST_SYSTEM, path, "", 0, to, sizeof *to);
    return result < 0 ? fail((int)-result) : 0;
}

static int describe_system(struct wfl_node *node, void *buffer) {
    struct statfs *to = buffer;
    struct wf_host_system real;
    if (!node || (wfl_in_run && real_system(node, &real) != 0))
        return -1;
    wf__memset(to, 0, sizeof *to);
    WF_DESCRIBE_SYSTEM(to)
    if (wfl_in_run) {
        to->f_type = real.type;
        to->f_bsize = real.block;
        to->f_frsize = real.fragment;
        to->f_blocks = real.blocks;
        to->f_bfree = real.free;
        to->f_bavail = real.available;
        to->f_files = real.files;
        to->f_ffree = real.free_files;
        wf__memcpy(&to->f_fsid, &real.number, sizeof to->f_fsid);
        to->f_namelen = real.longest_name;
        to->f_flags = real.flags;
    }
    return 0;
}

static struct wfl_node *opened(int descriptor) {
    struct wfl_open *open = wfl_file_of(descriptor);
    return open ? open->node : NULL;
}

int statfs(const char *path, struct statfs *to) { return describe_system(wfl_file_find(path), to); }
#ifdef __LP64__ /* elsewhere their structures are others */
int statfs64(const char *path, struct statfs64 *to) { return describe_system(wfl_file_find(path), to); }
#endif
int fstatfs(int descriptor, struct statfs *to) { return describe_system(opened(descriptor), to); }
#ifdef __LP64__ /* elsewhere their structures are others */
int fstatfs64(int descriptor, struct statfs64 *to) { return describe_system(opened(descriptor), to); }
#endif

/* What the kernel says of the flags themselves, which statvfs() does not tell. */
enum { ST_VALID = 0x20 };

static int describe_volume(struct wfl_node *node, void *buffer) {
    struct statvfs *to = buffer;
    struct wf_host_system real;
    if (!node || (wfl_in_run && real_system(node, &real) != 0))
        return -1;
    wf__memset(to, 0, sizeof *to);
    WF_DESCRIBE_VOLUME(to)
    if (wfl_in_run) {
        to->f_bsize = real.block;
        to->f_frsize = real.fragment;
        to->f_blocks = real.blocks;
        to->f_bfree = real.free;
        to->f_bavail = real.available;
        to->f_files = real.files;
        to->f_ffree = to->f_favail = real.free_files;
        to->f_fsid = real.number;
        to->f_flag = real.flags & ~ST_VALID;
        to->f_namemax = real.longest_name;
    }
    return 0;
}

int statvfs(const char *restrict path, struct statvfs *restrict to) {
    return describe_volume(wfl_file_find(path), to);
}
#ifdef __LP64__ /* elsewhere their structures are others */
int statvfs64(const char *restrict path, struct statvfs64 *restrict to) {
    return describe_volume(wfl_file_find(path), to);
}
#endif
int fstatvfs(int descriptor, struct statvfs *to) { return describe_volume(opened(descriptor), to); }
#ifdef __LP64__ /* elsewhere their structures are others */
int fstatvfs64(int descriptor, struct statvfs64 *to) {
    return describe_volume(opened(descriptor), to);
}
#endif

/* Named pipes, and what mknod() makes of a user without special rights. */

static int make_node(int directory, const char *path, mode_t mode) {
    struct wfl_node *from = wfl_path_from(directory, path);
    if (!from)
        return -1;
    if ((mode & S_IFMT) == S_IFIFO)
        return wfl_file_make_fifo(from, path, mode);
    if ((mode & S_IFMT) == S_IFCHR || (mode & S_IFMT) == S_IFBLK)
        return fail(EPERM);
    wf__unsupported("mknod of a file of this kind");
}

int mkfifo(const char *path, mode_t mode) {
    return make_node(AT_FDCWD, path, (mode & 07777) | S_IFIFO);
}

int mkfifoat(int directory, const char *path, mode_t mode) {
    return make_node(directory, path, (mode & 07777) | S_IFIFO);
}

int mknod(const char *path, mode_t mode, dev_t device) {
    (void)device;
    return make_node(AT_FDCWD, path, mode);
}

int mknodat(int directory, const char *path, mode_t mode, dev_t device) {
    (void)device;
    return make_node(directory, path, mode);
}

/* Permissions and owners. */

static int change_mode(struct wfl_node *node, mode_t mode) {
    if (!node)
        return -1;
    if (node->host) {
        int64_t result = wf__host_call(WF_HOST_CHANGE_MODE, node->host, "", mode & 07777, NULL, 0);
        if (result < 0)
            return fail((int)-result);
    }
    node->mode = mode & 07777;
    return 0;
}

int chmod(const char *path, mode_t mode) { return change_mode(wfl_file_find(path), mode); }

int fchmod(int descriptor, mode_t mode) { return change_mode(opened(descriptor), mode); }

int fchmodat(int directory, const char *path, mode_t mode, int flags) {
    if (flags & ~AT_SYMLINK_NOFOLLOW)
        return fail(EINVAL);
    struct wfl_node *node = found_at(directory, path, flags);
    if (node && node->kind == WFL_LINK)
        return fail(EOPNOTSUPP);
    return change_mode(node, mode);
}

int lchmod(const char *path, mode_t mode) {
    struct wfl_node *node = found_at(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW);
    return node && node->kind == WFL_LINK ? fail(EOPNOTSUPP) : change_mode(node, mode);
}

mode_t umask(mode_t mask) {
    mode_t before = wfl_file_mask;
    wfl_file_mask = mask & 0777;
    return before;
}

/* A user without special rights gives nothing away. */
static int change_owner(struct wfl_node *node, uid_t user, gid_t group) {
    if (!node)
        return -1;
    if (wfl_in_run && node->host)
        wf__unsupported("the owner of a real file is changed");
    bool other_user = user != (uid_t)-1 && user != wfl_user();
    bool other_group = group != (gid_t)-1 && group != wfl_group();
    return other_user || other_group ? fail(EPERM) : 0;
}

int chown(const char *path, uid_t user, gid_t group) {
    return change_owner(wfl_file_find(path), user, group);
}

int lchown(const char *path, uid_t user, gid_t group) {
    return change_owner(found_at(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW), user, group);
}

int fchown(int descriptor, uid_t user, gid_t group) {
    return change_owner(opened(descriptor), user, group);
}

int fchownat(int directory, const char *path, uid_t user, gid_t group, int flags) {
    if (flags & ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH))
        return fail(EINVAL);
    return change_owner(found_at(directory, path, flags), user, group);
}

/* Times: those that the program gives. What it writes and reads changes none, and for files it is always when
   the clock started. */

static bool is_time(struct timespec time) {
    return (time.tv_nsec >= 0 && time.tv_nsec < WF_SECOND) || time.tv_nsec == UTIME_NOW ||
           time.tv_nsec == UTIME_OMIT;
}

static int change_times(struct wfl_node *node, const struct timespec given[2]) {
    struct timespec now[2] = {{.tv_nsec = UTIME_NOW}, {.tv_nsec = UTIME_NOW}};
    if (!node)
        return -1;
    const struct timespec *times = given ? given : now;
    if (!is_time(times[0]) || !is_time(times[1]))
        return fail(EINVAL);
    if (node->host) {
        int64_t numbers[] = {times[0].tv_sec, times[0].tv_nsec, times[1].tv_sec, times[1].tv_nsec};
        wfl_node_write_back(node);
        int64_t result = wf__host_call(WF_HOST_CHANGE_TIMES, node->host, "", 0, numbers, sizeof numbers);
        return result < 0 ? fail((int)-result) : 0;
    }
    struct timespec *kept[] = {&node->accessed, &node->modified};
    for (int i = 0; i < 2; i++) {
        if (times[i].tv_nsec == UTIME_NOW)
            *kept[i] = (struct timespec){.tv_sec = WF_START};
        else if (times[i].tv_nsec != UTIME_OMIT)
            *kept[i] = times[i];
    }
    return 0;
}

int utimensat(int directory, const char *path, const struct timespec times[2], int flags) {
    if (flags & ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH))
        return fail(EINVAL);
    return change_times(found_at(directory, path, flags), times);
}

int futimens(int descriptor, const struct timespec times[2]) {
    return change_times(opened(descriptor), times);
}

/* Times of a type with microseconds. */
static int change_times_rounded(struct wfl_node *node, const struct timeval times[2]) {
    if (!times)
        return change_times(node, NULL);
    struct timespec exact[2];
    for (int i = 0; i < 2; i++) {
        if (times[i].tv_usec < 0 || times[i].tv_usec >= 1000000)
            return node ? fail(EINVAL) : -1;
        exact[i] = (struct timespec){times[i].tv_sec, times[i].tv_usec * 1000};
    }
    return change_times(node, exact);
}

int utimes(const char *path, const struct timeval times[2]) {
    return change_times_rounded(wfl_file_find(path), times);
}

int lutimes(const char *path, const struct timeval times[2]) {
    return change_times_rounded(found_at(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW), times);
}

int futimes(int descriptor, const struct timeval times[2]) {
    return change_times_rounded(opened(descriptor), times);
}

int futimesat(int directory, const char *path, const struct timeval times[2]) {
    return change_times_rounded(found_at(directory, path, 0), times);
}

int utime(const char *path, const struct utimbuf *times) {
    struct timespec exact[2] = {{0}, {0}};
    if (times) {
        exact[0].tv_sec = times->actime;
        exact[1].tv_sec = times->modtime;
    }
    return change_times(wfl_file_find(path), times ? exact : NULL);
}
