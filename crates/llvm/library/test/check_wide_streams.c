/* Streams of wide characters, beside glibc's. */
#include "check.h"

#include <fcntl.h>
#include <unistd.h>
#include <wchar.h>

#define WIDE(F)                                                                                    \
    F(fopen) F(fclose) F(fgetwc) F(fputwc) F(ungetwc) F(fgetws) F(fputws) F(fwide) F(fwprintf)     \
    F(swprintf) F(rewind) F(feof) F(ferror) F(fputc) F(fgetc) F(fflush)
WIDE(MODEL)
int model___isoc99_swscanf(const wchar_t *, const wchar_t *, ...);
int model___isoc99_fwscanf(FILE *, const wchar_t *, ...);

static void read_back(FILE *ours, FILE *theirs, int step) {
    wchar_t a[20] = L"", b[20] = L"";
    int x = 0, y = 0, size = random_below(20);
    switch (random_below(5)) {
    case 0:
        SAME(model_fgetws(a, size, ours) != NULL, fgetws(b, size, theirs) != NULL);
        break;
    case 1:
        SAME(model___isoc99_fwscanf(ours, L"%d%3ls", &x, a), fwscanf(theirs, L"%d%3ls", &y, b));
        CHECK(x == y, "fwscanf: %d, %d", x, y);
        break;
    case 2: {
        wint_t c = fgetwc(theirs);
        CHECK(model_fgetwc(ours) == c, "fgetwc, step %d", step);
        if (c != WEOF)
            SAME(model_ungetwc(c, ours), ungetwc(c, theirs));
        break;
    }
    default:
        SAME(model_fgetwc(ours), fgetwc(theirs));
    }
    CHECK(wmemcmp(a, b, 20) == 0, "read %ls, %ls, step %d", a, b, step);
    SAME(model_feof(ours), feof(theirs));
    SAME(model_ferror(ours), ferror(theirs));
}

static void check_stream(int step) {
    FILE *ours = model_fopen("wide.txt", "w+"), *theirs = fopen("wide.txt", "w+");
    int first = random_below(4);
    if (first == 0)
        SAME(model_fwide(ours, step % 3 - 1), fwide(theirs, step % 3 - 1));
    if (first == 1)
        SAME(model_fputc('1', ours), fputc('1', theirs));
    SAME(model_fwide(ours, 0), fwide(theirs, 0));
    bool wide = fwide(theirs, 0) >= 0;
    for (int i = random_below(8); i > 0; i--) {
        SAME(model_fputwc(L'0' + i, ours), fputwc(L'0' + i, theirs));
        SAME(model_fputws(L"a b\n", ours) >= 0, fputws(L"a b\n", theirs) >= 0);
        SAME(model_fwprintf(ours, L"%5d|%ls|%s\n", i, L"wide", "bytes"), fwprintf(theirs, L"%5d|%ls|%s\n", i, L"wide", "bytes"));
    }
    model_rewind(ours), rewind(theirs);
    for (int i = random_below(20); wide && i > 0; i--)
        read_back(ours, theirs, step);
    SAME(model_fclose(ours), fclose(theirs));
}

static void check_texts(int step) {
    wchar_t a[24], b[24], text[40];
    wmemset(a, 1, 24), wmemset(b, 1, 24);
    size_t size = (size_t)random_below(24);
    int n = (int)random_bits(), x = 0, y = 0;
    SAME(model_swprintf(a, size, L"%d-%ls.%c", n, L"xy", 'z'), swprintf(b, size, L"%d-%ls.%c", n, L"xy", 'z'));
    CHECK(wmemcmp(a, b, 24) == 0, "swprintf of at most %zu", size);
    swprintf(text, 40, L"%d  word", n);
    SAME(model___isoc99_swscanf(text, L"%d %ls", &x, a), swscanf(text, L"%d %ls", &y, b));
    CHECK(x == y && wcscmp(a, b) == 0, "swscanf");
}

void check_wide_streams(void) {
    char directory[] = "/tmp/models-XXXXXX";
    if (!mkdtemp(directory) || chdir(directory) != 0) {
        CHECK(false, "no directory to work in");
        return;
    }
    for (int step = 0; step < 3000; step++) {
        check_stream(step);
        check_texts(step);
    }
    unlink("wide.txt");
    if (chdir("/") == 0)
        rmdir(directory);
}
