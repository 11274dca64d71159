// The process, its user, its place, its host and its limits are the same in both runs.
// exhaustive: true
// findings: none
// tests: confirmed
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

int main(void) {
    if (getpid() != 1000 || getppid() != 999 || getpgrp() != 1000)
        return 1;
    if (getuid() != 1000 || geteuid() != 1000 || getgid() != 1000 || getegid() != 1000)
        return 2;
    uid_t users[3];
    gid_t groups[3];
    if (getresuid(&users[0], &users[1], &users[2]) != 0 || users[0] != 1000 || users[2] != 1000)
        return 10;
    if (getresgid(&groups[0], &groups[1], &groups[2]) != 0 || groups[1] != 1000 || groups[2] != 1000)
        return 11;
    char place[100], host[100];
    if (!getcwd(place, sizeof place) || strcmp(place, "/home/user") != 0)
        return 3;
    if (gethostname(host, sizeof host) != 0 || strcmp(host, "localhost") != 0)
        return 4;
    struct utsname system;
    if (uname(&system) != 0 || strcmp(system.release, "6.1.0") != 0)
        return 5;
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur != RLIM_INFINITY)
        return 6;
    if (sysconf(_SC_NPROCESSORS_ONLN) != 1 || sysconf(_SC_PAGESIZE) != 4096)
        return 7;
    if (mincore(main, 1, &(unsigned char){0}) != -1 || errno != ENOSYS)
        return 12;
    if (umask(0) != 022 || getenv("HOME") || getenv("PATH"))
        return 8;
    return 9;
}
