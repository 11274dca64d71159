// What one family of functions gives out, no other one takes back.
// options: --spec libc
// findings: specification-violation 16, specification-violation 23, specification-violation 30
// verdicts: confirmed
// exhaustive: true
#include <dirent.h>
#include <iconv.h>
#include <stdio.h>
#include <stdlib.h>
#include <wayfarer.h>

static int streams(int wrong) {
    FILE *stream = tmpfile();
    if (!stream)
        return 1;
    wrong ? free(stream) : (void)fclose(stream);
    return 0;
}

static int directories(int wrong) {
    DIR *directory = opendir(".");
    if (directory && wrong)
        fclose((FILE *)directory);
    return directory && !wrong ? closedir(directory) : 0;
}

static int conversions(int wrong) {
    iconv_t conversion = iconv_open("UTF-8", "ASCII");
    if (conversion != (iconv_t)-1 && wrong)
        free(conversion);
    return conversion != (iconv_t)-1 && !wrong ? iconv_close(conversion) : 0;
}

int main(void) {
    int which = wf_int("which");
    free(malloc(3));
    switch (which) {
    case 1: case 2: return streams(which - 1);
    case 3: case 4: return directories(which - 3);
    case 5: case 6: return conversions(which - 5);
    default: return 0;
    }
}
