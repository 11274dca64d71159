// Reads of an array at a symbolic index, and writes, partly outside.
#include <wayfarer.h>

static int table[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

int main(void) {
    unsigned char c;
    wf_symbolic(&c, 1, "c");
    int copy[8] = {0};
    copy[c & 7] = table[c >> 4];
    int sum = 0;
    for (int i = 0; i < 8; i++)
        if (copy[i] > 5)
            sum += i;
    return sum == 5;
}
