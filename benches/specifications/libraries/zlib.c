/* Reads a file with the gz functions of zlib, which may be compressed or not, and writes it back. */
#include "zlib.h"

int main(void) {
    char text[16];
    gzFile input = gzopen("input", "rb");
    if (!input)
        return 2;
    int length = gzread(input, text, sizeof text);
    int wrong = 0;
    gzerror(input, &wrong);
    if (gzclose(input) != Z_OK)
        wrong = 1;
    gzFile copy = gzopen("copy", "wbT");
    if (copy && length > 0)
        gzwrite(copy, text, (unsigned)length);
    if (copy && gzclose(copy) != Z_OK)
        wrong = 1;
    return wrong ? 1 : 0;
}
