// What one family of functions gives out, no other one takes back; perror is for what has failed.
// options: --spec libc
// findings: specification-violation 18, specification-violation 25, specification-violation 32, specification-violation 39, specification-violation 54
// verdicts: confirmed
// exhaustive: true
#include <dirent.h>
#include <errno.h>
#include <iconv.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
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

static int maps(int wrong) {
    void *map = mmap(NULL, 64, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map != MAP_FAILED && wrong)
        free(map);
    return map != MAP_FAILED && !wrong ? munmap(map, 64) : 0;
}

static int conversions(int wrong) {
    iconv_t conversion = iconv_open("UTF-8", "ASCII");
    if (conversion != (iconv_t)-1 && wrong)
        free(conversion);
    return conversion != (iconv_t)-1 && !wrong ? iconv_close(conversion) : 0;
}

int main(void) {
    int which = wf_int("which");
    if (!fopen("missing", "r"))
        perror("missing");
    errno = 0;
    free(malloc(3));
    switch (which) {
    case 1: case 2: return streams(which - 1);
    case 3: case 4: return directories(which - 3);
    case 5: case 6: return maps(which - 5);
    case 7: case 8: return conversions(which - 7);
    case 9: perror("nothing"); return 1;
    default: return 0;
    }
}
