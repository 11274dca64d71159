// How much there is to read, and numbers in the C locale.
// options: --stdin 4 --file A=3
// exhaustive: true
// findings: none
// tests: confirmed
#define _GNU_SOURCE
#include <fcntl.h>
#include <locale.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

int main(void) {
    int waiting = 0, file = open("A", O_RDONLY);
    char c;
    if (ioctl(0, FIONREAD, &waiting) != 0 || waiting != 4)
        return 1;
    if (read(0, &c, 1) != 1 || ioctl(0, FIONREAD, &waiting) != 0 || waiting != 3)
        return 2;
    if (read(file, &c, 1) != 1 || ioctl(file, FIONREAD, &waiting) != 0 || waiting != 2)
        return 3;
    locale_t none = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!none || strtold_l("1.5", NULL, none) != 1.5L)
        return 4;
    return c == 'x' ? 5 : 0;
}
