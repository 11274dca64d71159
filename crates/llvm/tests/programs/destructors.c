/* exit() runs handlers, then destructors; then what streams hold back goes out. */
#include <stdio.h>
#include <stdlib.h>

__attribute__((destructor)) static void at_end(void) { printf("destructor\n"); }

static void handler(void) { printf("handler\n"); }

int main(int argc, char **argv) {
    (void)argv;
    atexit(handler);
    printf("main\n");
    if (argc > 0)
        exit(3);
    return 0;
}
