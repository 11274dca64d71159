/* Decompresses standard input, the header given. */
#include "input.h"
#include <bzlib.h>

void bz_internal_error(int code) { exit(code); }

int main(void) {
    unsigned char from[MOST];
    char to[256];
    unsigned room = sizeof to;
    size_t length = read_input(from, "BZh1", 4);
    return BZ2_bzBuffToBuffDecompress(to, &room, (char *)from, (unsigned)length, 1, 0) != BZ_OK;
}
