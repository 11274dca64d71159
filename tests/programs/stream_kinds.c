// Standard input, output and error are pipes in both runs, and files have the same attributes.
// options: --stdin 2 --file data=3
// exhaustive: true
// findings: none
// tests: confirmed
#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    struct stat status;
    for (int i = 0; i < 3; i++) {
        if (lseek(i, 0, SEEK_CUR) != -1 || errno != ESPIPE)
            return 1;
        if (isatty(i) || errno != ENOTTY)
            return 2;
        struct winsize size;
        if (ioctl(i, TIOCGWINSZ, &size) != -1 || errno != ENOTTY)
            return 3;
        if (fstat(i, &status) != 0 || !S_ISFIFO(status.st_mode) || status.st_size != 0)
            return 4;
        if (status.st_ino != (ino_t)i + 1)
            return 5;
    }
    if (stat("data", &status) != 0 || status.st_mode != (S_IFREG | 0644) || status.st_size != 3)
        return 6;
    if (status.st_mtime != 1577836800 || status.st_uid != 1000 || status.st_blocks != 1)
        return 7;
    if (stat("absent", &status) == 0)
        return 8;
    char bytes[4];
    int again = open("/dev/stdin", O_RDONLY);
    if (read(0, bytes, 1) != 1 || read(again, bytes + 1, 3) != 1)
        return 9;
    return bytes[0] < bytes[1] ? 10 : 11;
}
