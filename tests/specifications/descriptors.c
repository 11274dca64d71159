// Descriptors of files: one that is closed twice, one that is written to behind its end, and numbers that are given out again.
// options: --spec libc --file a.txt=2
// findings: specification-violation 32, specification-violation 39
// verdicts: confirmed
// exhaustive: true
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static char first(int descriptor) {
    char c = 0;
    return read(descriptor, &c, 1) == 1 ? c : 0;
}

int main(void) {
    int d = open("a.txt", O_RDONLY);
    if (d < 0)
        return 1;
    int flags = fcntl(d, F_GETFL);
    int copy = fcntl(d, F_DUPFD, 0);
    char c = first(d);
    close(d);
    int other = open("b.txt", O_WRONLY | O_CREAT, 0600);
    int ends[2];
    close(other);
    if (pipe(ends) != 0 || write(ends[1], &c, 1) != 1 || first(ends[0]) != c)
        return 2;
    FILE *f = fopen("a.txt", "r");
    first(fileno(f));
    if (c == '!') {
        close(copy);
        close(copy);
    }
    fclose(f);
    close(ends[0]);
    close(ends[1]);
    close(-1);
    if (c == '?')
        return write(ends[1], &c, 1) == 1 ? 3 : flags;
    close(dup2(1, 9));
    return dup2(1, 9) == 9 && write(9, "", 0) == 0 ? 0 : 4;
}
