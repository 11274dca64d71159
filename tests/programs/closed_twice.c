// A stream is closed once: the second time is a double free, as natively.
// options: --stdin 1
// findings: double-free 16
// verdicts: confirmed
// tests: confirmed
// paths: 2
#include <stdio.h>

static void write_log(int is_short) {
    FILE *log = tmpfile();
    if (log == NULL)
        return;
    fputs("begin\n", log);
    fclose(log);
    if (is_short)
        fclose(log);
}

int main(void) {
    write_log(getchar() == 'x');
    return 0;
}
