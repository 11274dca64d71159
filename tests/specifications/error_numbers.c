// errno is read only behind a failure: where a result has not been looked at, it is read for inputs that nothing fails for.
// What saves and restores it is fine at any time, and so is what sets it before a call whose result does not say.
// options: --spec libc --cflags -Wall --cflags -Wextra --cflags -pedantic --cflags -Werror --cflags -std=c11 --file a.txt=1
// findings: specification-violation 34, specification-violation 43
// verdicts: confirmed
// exhaustive: true
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wayfarer.h>

static long number(const char *text) {
    errno = 0;
    long value = strtol(text, NULL, 10);
    return errno ? -1 : value;
}

static void quietly(const char *text) {
    int saved = errno;
    long wide = errno;
    puts(text);
    errno = saved + (int)(wide - wide);
}

static int last(void) {
    return errno;
}

static int unlooked(const char *name) {
    FILE *f = fopen(name, "r");
    if (f)
        fclose(f);
    switch (errno) {
    case ENOENT:
        return 1;
    default:
        return 0;
    }
}

static void complain(const char *text) {
    fprintf(stderr, "%s: %s\n", text, strerror(errno));
}

int main(void) {
    unsigned char way = wf_uint8("way");
    int result = last();
    if (way == 1)
        return unlooked("b.txt");
    if (way == 2)
        return unlooked("a.txt");
    if (way == 3)
        complain("nothing");
    if (way == 4 && !fopen("b.txt", "r"))
        complain("b.txt");
    if (way == 5)
        quietly("something");
    if (way == 6)
        return number("3") == 3;
    return result;
}
