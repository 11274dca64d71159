// Random numbers of the system are inputs; those of a seed are the C library's.
// exhaustive: true
// findings: division-by-zero 16
// verdicts: confirmed
// tests: confirmed
#include <stdlib.h>
#include <sys/random.h>

int main(void) {
    srand(7);
    if (rand() % 10 != 7)
        return 1;
    unsigned char byte;
    if (getrandom(&byte, 1, 0) != 1)
        return 2;
    return 100 / (byte ^ 0x5a) > 50 ? 3 : 4;
}
