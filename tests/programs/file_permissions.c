// New files have the permissions that umask leaves them, and permissions are for the program, too.
// options: --all-paths
// paths: 4
// exhaustive: true
// findings: none
// tests: confirmed
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wayfarer.h>

static int mode_of(const char *name) {
    struct stat status;
    return stat(name, &status) ? -1 : (int)(status.st_mode & 07777);
}

static int refused(int result) { return result < 0 && errno == EACCES; }

int main(void) {
    unsigned mask = wf_range_int("mask", 0, 64);
    umask(mask);
    FILE *file = fopen("f", "w");
    if (!file || fclose(file))
        return 11;
    if (mkdir("d", 0777) || close(open("d/e", O_WRONLY | O_CREAT, 04751)))
        return 1;
    printf("%d %d %d %d\n", mode_of("f"), mode_of("d"), mode_of("d/e"), (int)umask(022));
    /* Those of an open file count for nobody who has it open. */
    int open_one = open("f", O_RDWR);
    if (chmod("f", 0) || write(open_one, "x", 1) != 1 || !refused(open("f", O_RDONLY)))
        return 2;
    if (!refused(access("f", R_OK)) || access("f", F_OK) || !refused(truncate("f", 0)))
        return 3;
    if (chmod("f", 0400) || !refused(open("f", O_RDWR)) || !refused(open("f", O_TRUNC)))
        return 4;
    if (access("f", R_OK) || !refused(access("f", R_OK | W_OK)) || close(open("f", O_RDONLY)))
        return 5;
    /* Directories: names are made and removed with write, found with search permission. */
    if (chmod("d", 0500) || !refused(unlink("d/e")) || !refused(open("d/n", O_WRONLY | O_CREAT)))
        return 6;
    if (!refused(rename("f", "d/f")) || !refused(mkdir("d/d", 0700)) || mode_of("d/e") < 0)
        return 7;
    if (chmod("d", 0600) || !refused(mode_of("d/e")) || !refused(mode_of("d/absent")))
        return 8;
    return chmod("d", 0700) || unlink("d/e") || rmdir("d") ? 9 : 10;
}
