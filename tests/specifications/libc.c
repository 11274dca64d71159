// What the C library asks of its callers: a stream that is flushed behind its end, for one input.
// options: --spec libc --file a.txt=1
// findings: specification-violation 26
// verdicts: confirmed
// exhaustive: true
#include <regex.h>
#include <stdio.h>
#include <string.h>

static int copy(FILE *from) {
    int c = fgetc(from);
    if (c != EOF)
        ungetc(c, from);
    return fgetc(from);
}

int main(void) {
    char text[] = "a b";
    if (strtok(text, " ") && strtok(NULL, " ") == NULL)
        return 3;
    FILE *f = fopen("a.txt", "r");
    if (!f)
        return 1;
    int c = copy(f);
    fclose(f);
    return c == '!' && ferror(f) ? 2 : 0;
}
