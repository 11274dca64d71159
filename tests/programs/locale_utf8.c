// In C.UTF-8, which the environment asks for, characters are sequences of UTF-8, in native runs as well.
// options: --env LC_ALL=C.UTF-8
// paths: 1
// exhaustive: true
// findings: none
// tests: confirmed
#define _GNU_SOURCE
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>
#include <wayfarer.h>

int main(void) {
    const char *name = setlocale(LC_ALL, "");
    wchar_t wide[8];
    if (!name || strcmp(name, "C.UTF-8") || strcmp(nl_langinfo(CODESET), "UTF-8") || MB_CUR_MAX != 6)
        abort();
    if (mbstowcs(wide, "h\xc3\xa9 \xe2\x82\xac", 8) != 4 || towupper(wide[1]) != 0xc9 || wcwidth(wide[3]) != 1)
        abort();
    wint_t c = (wint_t)wf_range_int("c", 0xe8, 0xeb);
    char text[8];
    printf("%lc|%.3ls\n", towupper(c), wide);
    return wctomb(text, (wchar_t)c) == 2 && text[0] == '\xc3' ? 0 : 1;
}
