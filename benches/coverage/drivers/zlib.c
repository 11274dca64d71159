/* Inflates standard input, be it zlib or gzip. */
#include "input.h"
#include <zlib.h>

int main(void) {
    unsigned char from[MOST], to[256];
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    stream.avail_in = (unsigned)read_input(from, "", 0);
    stream.next_in = from;
    stream.next_out = to;
    stream.avail_out = sizeof to;
    if (inflateInit2(&stream, 15 + 32) != Z_OK)
        return 2;
    int status = inflate(&stream, Z_FINISH);
    inflateEnd(&stream);
    return status != Z_STREAM_END;
}
