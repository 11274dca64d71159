// fcntl tells the flags of open files and of descriptors as the kernel has them.
// paths: 2
// exhaustive: true
// findings: none
// tests: confirmed
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
#include <wayfarer.h>

enum { ADDED = 0100000 }; /* which the kernel adds for programs of 64 bits */

int main(void) {
    int appends = wf_bool("appends");
    if (appends)
        appends = O_APPEND;
    int one = open("one", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | appends, 0600);
    if (fcntl(one, F_GETFL) != (O_RDWR | ADDED | appends) || fcntl(one, F_GETFD) != FD_CLOEXEC)
        return 1;
    int other = dup(one), third = fcntl(one, F_DUPFD_CLOEXEC, 10), fourth = dup3(one, 20, O_CLOEXEC);
    if (fcntl(other, F_GETFD) || fcntl(third, F_GETFD) != 1 || fcntl(fourth, F_GETFD) != 1)
        return 2;
    if (fcntl(other, F_SETFL, O_NONBLOCK | O_WRONLY | O_TRUNC) || fcntl(other, F_SETFD, 1))
        return 3;
    if (fcntl(one, F_GETFL) != (O_RDWR | ADDED | O_NONBLOCK) || fcntl(other, F_GETFD) != 1)
        return 4;
    if (fcntl(0, F_GETFL) != O_RDONLY || fcntl(1, F_GETFL) != O_WRONLY || fcntl(1, F_GETFD))
        return 5;
    FILE *file = fopen("one", "ae");
    if (!file || fcntl(fileno(file), F_GETFL) != (O_WRONLY | O_APPEND | ADDED))
        return 6;
    return fcntl(fileno(file), F_GETFD) == FD_CLOEXEC ? 10 : 7;
}
