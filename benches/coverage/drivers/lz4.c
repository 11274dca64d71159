/* Decompresses standard input as a block, whole and in part. */
#include "input.h"
#include <lz4.h>

int main(void) {
    unsigned char from[MOST];
    char to[128];
    int length = (int)read_input(from, "", 0);
    int whole = LZ4_decompress_safe((char *)from, to, length, sizeof to);
    int part = LZ4_decompress_safe_partial((char *)from, to, length, 16, sizeof to);
    return whole < 0 || part < 0;
}
