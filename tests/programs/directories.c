// Directories, links, attributes and users are the same in both runs.
// options: --file data=3 --file d/inner=1
// exhaustive: true
// findings: none
// tests: confirmed
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static void list(const char *path) {
    DIR *stream = opendir(path);
    printf("%s:", path);
    for (struct dirent *entry; stream && (entry = readdir(stream));)
        printf(" %s %d %lu", entry->d_name, entry->d_type, (unsigned long)entry->d_ino);
    printf(" %d\n", stream ? closedir(stream) : errno);
}

static void told(const char *path) {
    struct stat about;
    struct statx more;
    errno = 0;
    int result = fstatat(AT_FDCWD, path, &about, AT_SYMLINK_NOFOLLOW);
    printf("%s %d %d\n", path, result, errno);
    if (result != 0)
        return;
    printf("%o %lu %lu %ld %ld.%ld\n", about.st_mode, (unsigned long)about.st_nlink, (unsigned long)about.st_ino,
           (long)about.st_size, (long)about.st_mtim.tv_sec, (long)about.st_mtim.tv_nsec);
    if (statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, STATX_ALL, &more) == 0)
        printf("%x %lu %u %lld\n", more.stx_mask, (unsigned long)more.stx_ino, more.stx_dev_minor,
               (long long)more.stx_atime.tv_sec);
}

static int is_no_dot(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static void names(void) {
    printf("%d", mkdir("e", 0750));
    printf(" %d %d", symlink("../data", "e/to"), symlink("nowhere", "e/lost"));
    printf(" %d", link("data", "e/hard"));
    printf(" %d %d\n", mkfifo("e/pipe", 0600), mknod("e/device", S_IFCHR, makedev(1, 3)));
    list(".");
    list("e");
    list("data");
    list("absent");
    static const char *const paths[] = {"e", "e/to", "e/to/", "e/lost", "e/hard", "e/pipe", "data", "d/inner", "d/.."};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        told(paths[i]);
    struct dirent **found;
    int count = scandir("e", &found, is_no_dot, alphasort);
    for (int i = 0; i < count; i++) {
        printf("%s ", found[i]->d_name);
        free(found[i]);
    }
    free(found);
}

static void places(void) {
    char place[PATH_MAX], target[8];
    printf("%s\n", getcwd(place, sizeof place));
    int before = open(".", O_RDONLY | O_DIRECTORY);
    printf("%d ", chdir("e"));
    printf("%s %zd\n", getcwd(place, sizeof place), readlink("to", target, sizeof target));
    int inner = openat(before, "d/inner", O_RDONLY);
    printf("%d %d\n", inner >= 0, renameat(before, "d", AT_FDCWD, "moved"));
    char *real = realpath("moved/../to", NULL);
    printf("%s\n", real ? real : "none");
    free(real);
    list(".");
    printf("%d %d\n", rename("moved", "moved/below"), errno);
    printf("%d %d\n", rmdir("moved"), errno);
    printf("%d %s\n", fchdir(before), getcwd(place, sizeof place));
    printf("%d %d\n", unlinkat(before, "e/moved/inner", 0), unlinkat(before, "e/moved", AT_REMOVEDIR));
}

static void times_and_owners(void) {
    struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = 77, .tv_nsec = 5}};
    struct statvfs volume;
    printf("%d\n", utimensat(AT_FDCWD, "data", times, 0));
    told("data");
    told("e/hard");
    printf("%d %d", chown("data", getuid(), -1), chown("data", 0, 0));
    printf(" %d\n", errno);
    printf("%d %lu\n", statvfs(".", &volume), (unsigned long)volume.f_blocks);
    struct passwd *user = getpwuid(getuid());
    struct group *group = getgrnam("root");
    printf("%s %s %u %d\n", user->pw_name, user->pw_dir, group->gr_gid, getpwnam("nobody") != NULL);
}

int main(void) {
    names();
    places();
    times_and_owners();
    return 0;
}
