// A stream and a directory are closed once: the second time is a double free, as natively.
// options: --stdin 1
// findings: double-free 16, double-free 25
// verdicts: confirmed
// tests: confirmed
// paths: 3
#include <dirent.h>
#include <stdio.h>

static void close_stream(int again) {
    FILE *stream = tmpfile();
    if (stream == NULL)
        return;
    fclose(stream);
    if (again)
        fclose(stream);
}

static void close_directory(int again) {
    DIR *directory = opendir("/");
    if (directory == NULL)
        return;
    closedir(directory);
    if (again)
        closedir(directory);
}

int main(void) {
    int c = getchar();
    close_stream(c == 'x');
    close_directory(c == 'y');
    return 0;
}
