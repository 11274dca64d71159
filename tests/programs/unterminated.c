// A text without end that only the C library reads: the sanitizers of the native build do not look at
// what sscanf reads, so the run cannot refute it.
//
// options: --function area --input text:bytes(2)
// findings: out-of-bounds 13
// verdicts: inconclusive
#include <stdio.h>

int area(const char *text) {
    int width;
    if (text == NULL)
        return 0;
    return sscanf(text, "%d", &width) == 1 ? width : 0;
}
