// Streams hold back what they write and read ahead: what another descriptor sees of a file, what
// gnulib's close_stdin looks at in a stream, and where standard input is behind one getchar().
//
// options: --stdin 4 --file log=3
// exhaustive: true
// findings: none
// paths: 5
// branches: 10 of 14
// tests: confirmed
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static int size_of(const char *name) {
    struct stat status;
    return stat(name, &status) == 0 ? (int)status.st_size : -1;
}

int main(void) {
    FILE *out = fopen("out", "w");
    fprintf(out, "%d", 12345);
    int held = size_of("out");
    if (held != 0 || __fpending(out) != 5)
        return 1;
    int first = getchar();
    FILE *log = fopen("log", "r");
    if (fgetc(log) == 'x')
        return 10 + (int)lseek(fileno(log), 0, SEEK_CUR);
    if (first == 'f')
        fflush(out);
    if (first == '_')
        _exit(20 + size_of("out"));
    fputs("12", stdout);
    if (first == 'a')
        setvbuf(stdout, NULL, _IONBF, 0);
    return 40 + size_of("out") + (int)__fpending(stdout);
}
