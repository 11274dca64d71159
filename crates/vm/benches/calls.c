// Calls and stack objects: recursion, and a function that hands out the address of a variable.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void bump(int *counter) { *counter += 1; }

static int fib(int n) {
    int calls = n;
    bump(&calls);
    return n < 2 ? n : fib(n - 1) + fib(n - 2) + (calls & 0);
}

int main(int argc, char **argv) {
    printf("%d\n", fib(argc > 1 ? atoi(argv[1]) / 200 + 5 : 10));
#ifdef NATIVE
    fprintf(stderr, "%ld\n", (long)clock());
#endif
    return 0;
}
