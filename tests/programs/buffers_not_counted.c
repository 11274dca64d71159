// A stream that is flushed holds nothing back.
// exhaustive: true
// left: none
// tests: confirmed
#include <stdio.h>
#include <unistd.h>

int main(void) {
    printf("first ");
    fflush(stdout);
    fprintf(stderr, "never held back\n");
    if (write(1, "second\n", 7) != 7)
        return 1;
    _exit(3);
}
