/* What the drivers share: standard input as a buffer behind a fixed beginning. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 64

/* Reads what there is, up to MOST bytes, behind `length` bytes of `start`; gives the whole length. */
static size_t read_input(unsigned char *to, const char *start, size_t length) {
    memcpy(to, start, length);
    int c;
    while (length < MOST && (c = getchar()) != EOF)
        to[length++] = (unsigned char)c;
    return length;
}
