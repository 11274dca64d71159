/* Files in a native run, beside replayed.c: the functions are those of the C library but for what differs
   from run to run. Times and owners are those of the models, numbers come in the order in which they are
   asked for, and the names in a directory in the order of their bytes. Linked with the program for replay
   only, which calls them by these names. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/fs.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

#include "host.h"
#include "host_users.h"

#define WF_WEAK __attribute__((weak))

/* surroundings.c */
unsigned wf_user(void);
unsigned wf_group(void);
const char *wf_place_of(const char *path, char *room);

static int wf_refuse(int number) {
  errno = number;
  return -1;
}

/* Files that the program has asked about, or given times. */
static struct wf_known {
  dev_t device;
  ino_t node;
  unsigned long number; /* 0 if none was asked for */
  struct timespec accessed, modified;
} *wf_known;
static unsigned long wf_known_count, wf_numbers;

static struct wf_known *wf_known_file(dev_t device, ino_t node) {
  unsigned long i;
  for (i = 0; i < wf_known_count; i++)
    if (wf_known[i].device == device && wf_known[i].node == node)
      return &wf_known[i];
  struct wf_known *larger = realloc(wf_known, (wf_known_count + 1) * sizeof *wf_known);
  if (!larger)
    _exit(125);
  wf_known = larger;
  struct wf_known *new = &wf_known[wf_known_count++];
  memset(new, 0, sizeof *new);
  new->device = device;
  new->node = node;
  new->accessed.tv_sec = new->modified.tv_sec = WF_START;
  return new;
}

static unsigned long wf_number_of(dev_t device, ino_t node) {
  struct wf_known *known = wf_known_file(device, node);
  if (!known->number)
    known->number = ++wf_numbers;
  return known->number;
}

static int wf_described(int result, struct stat *to) {
  if (result != 0)
    return result;
  unsigned long number = wf_number_of(to->st_dev, to->st_ino);
  struct wf_known *known = wf_known_file(to->st_dev, to->st_ino);
  to->st_ino = number;
  to->st_dev = WF_DEVICE;
  to->st_uid = wf_user();
  to->st_gid = wf_group();
  to->st_blksize = WF_BLOCK;
  if (S_ISDIR(to->st_mode)) {
    to->st_nlink = WF_DIRECTORY_LINKS;
    to->st_size = WF_DIRECTORY_SIZE;
  }
  to->st_blocks = (to->st_size + 511) / 512;
  to->st_atim = known->accessed;
  to->st_mtim = known->modified;
  memset(&to->st_ctim, 0, sizeof to->st_ctim);
  to->st_ctim.tv_sec = WF_START;
  return 0;
}

WF_WEAK int wf_stat(const char *path, struct stat *to) { return wf_described(stat(path, to), to); }
WF_WEAK int wf_lstat(const char *path, struct stat *to) {
  return wf_described(lstat(path, to), to);
}
WF_WEAK int wf_fstat(int file, struct stat *to) { return wf_described(fstat(file, to), to); }
WF_WEAK int wf_fstatat(int directory, const char *path, struct stat *to, int flags) {
  return wf_described(fstatat(directory, path, to, flags), to);
}
WF_WEAK int wf_stat64(const char *path, struct stat *to) { return wf_stat(path, to); }
WF_WEAK int wf_lstat64(const char *path, struct stat *to) { return wf_lstat(path, to); }
WF_WEAK int wf_fstat64(int file, struct stat *to) { return wf_fstat(file, to); }
WF_WEAK int wf_fstatat64(int directory, const char *path, struct stat *to, int flags) {
  return wf_fstatat(directory, path, to, flags);
}

static struct statx_timestamp wf_stamp(struct timespec time) {
  struct statx_timestamp stamp;
  memset(&stamp, 0, sizeof stamp);
  stamp.tv_sec = time.tv_sec;
  stamp.tv_nsec = (uint32_t)time.tv_nsec;
  return stamp;
}

WF_WEAK int wf_statx(int directory, const char *path, int flags, unsigned mask, struct statx *to) {
  struct stat about;
  int result = statx(directory, path, flags, mask, to);
  if (result != 0)
    return result;
  result = wf_fstatat(directory, path, &about,
                      flags & (AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH | AT_NO_AUTOMOUNT));
  if (result != 0)
    return result;
  memset(to, 0, sizeof *to);
  to->stx_mask = STATX_BASIC_STATS;
  to->stx_blksize = (uint32_t)about.st_blksize;
  to->stx_nlink = (uint32_t)about.st_nlink;
  to->stx_uid = about.st_uid;
  to->stx_gid = about.st_gid;
  to->stx_mode = (uint16_t)about.st_mode;
  to->stx_ino = about.st_ino;
  to->stx_size = (uint64_t)about.st_size;
  to->stx_blocks = (uint64_t)about.st_blocks;
  to->stx_atime = wf_stamp(about.st_atim);
  to->stx_mtime = wf_stamp(about.st_mtim);
  to->stx_ctime = wf_stamp(about.st_ctim);
  to->stx_rdev_major = major(about.st_rdev);
  to->stx_rdev_minor = minor(about.st_rdev);
  to->stx_dev_major = major(about.st_dev);
  to->stx_dev_minor = minor(about.st_dev);
  return 0;
}

static int wf_system(int result, struct statfs *to) {
  if (result == 0) {
    memset(to, 0, sizeof *to);
    WF_DESCRIBE_SYSTEM(to)
  }
  return result;
}

static int wf_volume(int result, struct statvfs *to) {
  if (result == 0) {
    memset(to, 0, sizeof *to);
    WF_DESCRIBE_VOLUME(to)
  }
  return result;
}

WF_WEAK int wf_statfs(const char *path, struct statfs *to) {
  return wf_system(statfs(path, to), to);
}
WF_WEAK int wf_statfs64(const char *path, struct statfs *to) { return wf_statfs(path, to); }
WF_WEAK int wf_fstatfs(int file, struct statfs *to) { return wf_system(fstatfs(file, to), to); }
WF_WEAK int wf_fstatfs64(int file, struct statfs *to) { return wf_fstatfs(file, to); }
WF_WEAK int wf_statvfs(const char *path, struct statvfs *to) {
  return wf_volume(statvfs(path, to), to);
}
WF_WEAK int wf_statvfs64(const char *path, struct statvfs *to) { return wf_statvfs(path, to); }
WF_WEAK int wf_fstatvfs(int file, struct statvfs *to) { return wf_volume(fstatvfs(file, to), to); }
WF_WEAK int wf_fstatvfs64(int file, struct statvfs *to) { return wf_fstatvfs(file, to); }

/* Owners: a user without special rights gives nothing away, whoever runs the test. */

static int wf_owned(int found, uid_t user, gid_t group) {
  if (found != 0)
    return found;
  if (user != (uid_t)-1 && user != wf_user())
    return wf_refuse(EPERM);
  if (group != (gid_t)-1 && group != wf_group())
    return wf_refuse(EPERM);
  return 0;
}

WF_WEAK int wf_fchownat(int directory, const char *path, uid_t user, gid_t group, int flags) {
  struct stat about;
  return wf_owned(fstatat(directory, path, &about, flags), user, group);
}
WF_WEAK int wf_chown(const char *path, uid_t user, gid_t group) {
  return wf_fchownat(AT_FDCWD, path, user, group, 0);
}
WF_WEAK int wf_lchown(const char *path, uid_t user, gid_t group) {
  return wf_fchownat(AT_FDCWD, path, user, group, AT_SYMLINK_NOFOLLOW);
}
WF_WEAK int wf_fchown(int file, uid_t user, gid_t group) {
  struct stat about;
  return wf_owned(fstat(file, &about), user, group);
}

/* Times that the program gives, of a file that is described. */

static void wf_keep_time(struct timespec *kept, const struct timespec *given) {
  if (given && given->tv_nsec == UTIME_OMIT)
    return;
  memset(kept, 0, sizeof *kept);
  if (given && given->tv_nsec != UTIME_NOW)
    *kept = *given;
  else
    kept->tv_sec = WF_START;
}

static int wf_timed(int result, const struct stat *about, const struct timespec times[2]) {
  if (result == 0) {
    struct wf_known *known = wf_known_file(about->st_dev, about->st_ino);
    wf_keep_time(&known->accessed, times ? &times[0] : NULL);
    wf_keep_time(&known->modified, times ? &times[1] : NULL);
  }
  return result;
}

WF_WEAK int wf_utimensat(int directory, const char *path, const struct timespec times[2], int flags) {
  struct stat about;
  int result = utimensat(directory, path, times, flags);
  return result ? result : wf_timed(fstatat(directory, path, &about, flags), &about, times);
}
WF_WEAK int wf_futimens(int file, const struct timespec times[2]) {
  struct stat about;
  int result = futimens(file, times);
  return result ? result : wf_timed(fstat(file, &about), &about, times);
}

/* Times with microseconds, as those with nanoseconds; what is none stays none. */
static const struct timespec *wf_exact(const struct timeval times[2], struct timespec exact[2]) {
  int i;
  for (i = 0; times && i < 2; i++) {
    int valid = times[i].tv_usec >= 0 && times[i].tv_usec < 1000000;
    exact[i].tv_sec = times[i].tv_sec;
    exact[i].tv_nsec = valid ? times[i].tv_usec * 1000 : -1;
  }
  return times ? exact : NULL;
}

WF_WEAK int wf_utimes(const char *path, const struct timeval times[2]) {
  struct timespec exact[2];
  return wf_utimensat(AT_FDCWD, path, wf_exact(times, exact), 0);
}
WF_WEAK int wf_lutimes(const char *path, const struct timeval times[2]) {
  struct timespec exact[2];
  return wf_utimensat(AT_FDCWD, path, wf_exact(times, exact), AT_SYMLINK_NOFOLLOW);
}
WF_WEAK int wf_futimes(int file, const struct timeval times[2]) {
  struct timespec exact[2];
  return wf_futimens(file, wf_exact(times, exact));
}
WF_WEAK int wf_futimesat(int directory, const char *path, const struct timeval times[2]) {
  struct timespec exact[2];
  return wf_utimensat(directory, path, wf_exact(times, exact), 0);
}
WF_WEAK int wf_utime(const char *path, const struct utimbuf *times) {
  struct timespec exact[2];
  memset(exact, 0, sizeof exact);
  if (times) {
    exact[0].tv_sec = times->actime;
    exact[1].tv_sec = times->modtime;
  }
  return wf_utimensat(AT_FDCWD, path, times ? exact : NULL, 0);
}

/* Paths: the directory of the test has the same name in both runs. */

WF_WEAK char *wf_realpath(const char *path, char *buffer) {
  char room[PATH_MAX], place[PATH_MAX];
  if (!realpath(path, room))
    return NULL;
  const char *found = wf_place_of(room, place);
  return buffer ? strcpy(buffer, found) : strdup(found);
}
WF_WEAK char *wf_canonicalize_file_name(const char *path) { return wf_realpath(path, NULL); }

/* The names in a directory. */

struct wf_stream {
  DIR *real;
  struct dirent **entries; /* NULL before the first is read */
  size_t count, next;
};

static int wf_order(const void *a, const void *b) {
  return strcmp((*(struct dirent *const *)a)->d_name, (*(struct dirent *const *)b)->d_name);
}

static void wf_forget(struct wf_stream *stream) {
  while (stream->count > 0)
    free(stream->entries[--stream->count]);
  free(stream->entries);
  stream->entries = NULL;
}

/* The names that the models know in a directory that is not the test's, each with a slash behind it; NULL
   for the others, of which all are shown. */
static const char *wf_names_in(const struct stat *about) {
  static const struct {
    const char *path, *names;
  } places[] = {{"/", "/dev/home/tmp/"}, {"/dev", "/null/stderr/stdin/stdout/zero/"}, {"/home", "/user/"}};
  struct stat place;
  size_t i;
  for (i = 0; i < sizeof places / sizeof *places; i++)
    if (stat(places[i].path, &place) == 0 && place.st_dev == about->st_dev &&
        place.st_ino == about->st_ino)
      return places[i].names;
  return NULL;
}

static int wf_is_shown(const char *names, const char *name) {
  char room[NAME_MAX + 3];
  if (!names || strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
    return 1;
  room[0] = '/';
  strcpy(room + 1, name);
  strcat(room, "/");
  return strstr(names, room) != NULL;
}

/* `.` and `..` come first. */
static void wf_read_names(struct wf_stream *stream) {
  struct stat about;
  struct dirent *entry;
  size_t i, first = 2;
  memset(&about, 0, sizeof about);
  fstat(dirfd(stream->real), &about);
  const char *names = wf_names_in(&about);
  stream->entries = calloc(2, sizeof *stream->entries);
  stream->count = stream->entries ? 2 : 0;
  while (stream->entries && (entry = readdir(stream->real))) {
    if (!wf_is_shown(names, entry->d_name))
      continue;
    struct dirent *copy = calloc(1, sizeof *copy);
    size_t length = strlen(entry->d_name);
    int dots = strcmp(entry->d_name, ".") == 0 ? 0 : strcmp(entry->d_name, "..") == 0 ? 1 : -1;
    if (dots < 0) {
      struct dirent **larger = realloc(stream->entries, (stream->count + 1) * sizeof *larger);
      if (larger)
        stream->entries = larger;
      if (!larger || !copy)
        _exit(125);
    }
    memcpy(copy, entry, offsetof(struct dirent, d_name) + length + 1);
    copy->d_reclen = (unsigned short)((offsetof(struct dirent, d_name) + length + 8) & ~7ul);
    stream->entries[dots < 0 ? stream->count++ : (size_t)dots] = copy;
  }
  if (stream->count < first)
    return;
  qsort(stream->entries + first, stream->count - first, sizeof *stream->entries, wf_order);
  for (i = 0; i < stream->count; i++)
    if ((entry = stream->entries[i])) {
      entry->d_off = (off_t)i + 1;
      /* What is mounted there has another number. */
      if (fstatat(dirfd(stream->real), entry->d_name, &about, AT_SYMLINK_NOFOLLOW) == 0)
        entry->d_ino = wf_number_of(about.st_dev, about.st_ino);
    }
}

static void *wf_next_name(struct wf_stream *stream) {
  if (!stream->entries)
    wf_read_names(stream);
  while (stream->next < stream->count) {
    struct dirent *entry = stream->entries[stream->next++];
    if (entry)
      return entry;
  }
  return NULL;
}

static struct wf_stream *wf_stream_of(DIR *real) {
  struct wf_stream *stream = real ? calloc(1, sizeof *stream) : NULL;
  if (real && !stream)
    _exit(125);
  if (stream)
    stream->real = real;
  return stream;
}

WF_WEAK void *wf_opendir(const char *path) { return wf_stream_of(opendir(path)); }
WF_WEAK void *wf_fdopendir(int file) { return wf_stream_of(fdopendir(file)); }
WF_WEAK int wf_closedir(struct wf_stream *stream) {
  DIR *real = stream->real;
  wf_forget(stream);
  free(stream);
  return closedir(real);
}
WF_WEAK void *wf_readdir(struct wf_stream *stream) { return wf_next_name(stream); }
WF_WEAK void *wf_readdir64(struct wf_stream *stream) { return wf_next_name(stream); }
WF_WEAK int wf_readdir_r(struct wf_stream *stream, void *to, void **result) {
  void *entry = wf_next_name(stream);
  if (entry)
    memcpy(to, entry, sizeof(struct dirent));
  *result = entry ? to : NULL;
  return 0;
}
WF_WEAK int wf_readdir64_r(struct wf_stream *stream, void *to, void **result) {
  return wf_readdir_r(stream, to, result);
}
WF_WEAK void wf_rewinddir(struct wf_stream *stream) {
  wf_forget(stream);
  stream->next = 0;
  rewinddir(stream->real);
}
WF_WEAK long wf_telldir(struct wf_stream *stream) { return (long)stream->next; }
WF_WEAK void wf_seekdir(struct wf_stream *stream, long position) { stream->next = (size_t)position; }
WF_WEAK int wf_dirfd(struct wf_stream *stream) { return dirfd(stream->real); }

WF_WEAK int wf_scandir(const char *path, void ***result, int (*filter)(const void *),
                       int (*order)(const void *, const void *)) {
  struct wf_stream *stream = wf_opendir(path);
  void **found = NULL, *entry;
  int count = 0;
  if (!stream)
    return -1;
  while ((entry = wf_next_name(stream))) {
    if (filter && !filter(entry))
      continue;
    void **larger = realloc(found, ((size_t)count + 1) * sizeof *found);
    void *copy = malloc(sizeof(struct dirent));
    if (!larger || !copy)
      _exit(125);
    found = larger;
    found[count++] = memcpy(copy, entry, sizeof(struct dirent));
  }
  wf_closedir(stream);
  if (order && count > 0)
    qsort(found, (size_t)count, sizeof *found, order);
  *result = found;
  return count;
}
WF_WEAK int wf_scandir64(const char *path, void ***result, int (*filter)(const void *),
                         int (*order)(const void *, const void *)) {
  return wf_scandir(path, result, filter, order);
}

/* Files share no blocks, and the kernel copies none. */

WF_WEAK int wf_ioctl(int file, unsigned long request, void *argument) {
  if (request == FICLONE)
    return fcntl(file, F_GETFD) < 0 ? -1 : wf_refuse(EOPNOTSUPP);
  return ioctl(file, request, argument);
}
WF_WEAK ssize_t wf_copy_file_range(void) { return wf_refuse(ENOSYS); }

/* Nor does it tell which pages there are. */
WF_WEAK int wf_mincore(void) { return wf_refuse(ENOSYS); }

/* Users and groups. */

static int wf_user_of_name(const char *name) {
  int i;
  for (i = 0; i < WF_USERS; i++)
    if (strcmp(name, wf_user_names[i]) == 0)
      return i;
  return -1;
}

WF_WEAK struct passwd *wf_getpwuid(uid_t number) {
  return wf_user_entry(wf_user_of_number(number));
}
WF_WEAK struct passwd *wf_getpwnam(const char *name) {
  return wf_user_entry(wf_user_of_name(name));
}
WF_WEAK struct group *wf_getgrgid(gid_t number) {
  return wf_group_entry(wf_user_of_number(number));
}
WF_WEAK struct group *wf_getgrnam(const char *name) {
  return wf_group_entry(wf_user_of_name(name));
}
WF_WEAK int wf_getpwuid_r(uid_t number, struct passwd *to, char *buffer, size_t size,
                          struct passwd **result) {
  return wf_user_into(wf_user_of_number(number), to, buffer, size, result, ERANGE);
}
WF_WEAK int wf_getpwnam_r(const char *name, struct passwd *to, char *buffer, size_t size,
                          struct passwd **result) {
  return wf_user_into(wf_user_of_name(name), to, buffer, size, result, ERANGE);
}
WF_WEAK int wf_getgrgid_r(gid_t number, struct group *to, char *buffer, size_t size,
                          struct group **result) {
  return wf_group_into(wf_user_of_number(number), to, buffer, size, result, ERANGE);
}
WF_WEAK int wf_getgrnam_r(const char *name, struct group *to, char *buffer, size_t size,
                          struct group **result) {
  return wf_group_into(wf_user_of_name(name), to, buffer, size, result, ERANGE);
}
WF_WEAK void wf_setpwent(void) { wf_next_user = 0; }
WF_WEAK void wf_endpwent(void) { wf_next_user = 0; }
WF_WEAK struct passwd *wf_getpwent(void) { return wf_user_entry(wf_next(&wf_next_user)); }
WF_WEAK void wf_setgrent(void) { wf_next_group = 0; }
WF_WEAK void wf_endgrent(void) { wf_next_group = 0; }
WF_WEAK struct group *wf_getgrent(void) { return wf_group_entry(wf_next(&wf_next_group)); }
WF_WEAK int wf_getgroups(int size, gid_t list[]) {
  if (size < 0)
    return wf_refuse(EINVAL);
  if (size > 0)
    list[0] = wf_group();
  return 1;
}
WF_WEAK int wf_getgrouplist(const char *name, gid_t first, gid_t *groups, int *count) {
  int room = *count;
  (void)name;
  *count = 1;
  if (room < 1)
    return -1;
  groups[0] = first;
  return 1;
}
WF_WEAK char *wf_getlogin(void) {
  errno = ENXIO;
  return NULL;
}
WF_WEAK int wf_getlogin_r(char *name, size_t size) {
  (void)name;
  (void)size;
  return ENXIO;
}
