/* Lists and extracts what standard input has in it as a zip archive, the end record given. */
#include "input.h"
#include <miniz.h>

int main(void) {
    unsigned char from[MOST + 22];
    static const unsigned char end[22] = {'P', 'K', 5, 6, 0, 0, 0, 0, 1, 0, 1};
    size_t length = read_input(from, "PK\x01\x02", 4);
    memcpy(from + length, end, sizeof end);
    from[length + 12] = (unsigned char)length;
    mz_zip_archive archive;
    memset(&archive, 0, sizeof archive);
    if (!mz_zip_reader_init_mem(&archive, from, length + sizeof end, 0))
        return 1;
    mz_zip_archive_file_stat stat;
    char to[256];
    if (mz_zip_reader_file_stat(&archive, 0, &stat))
        mz_zip_reader_extract_to_mem(&archive, 0, to, sizeof to, 0);
    mz_zip_reader_end(&archive);
    return 0;
}
