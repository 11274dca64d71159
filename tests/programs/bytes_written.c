// A library function gets memory with a pointer in it: what it writes or tells of the order is another thing natively.
// options: --no-replay
// exhaustive: false
// left: the address of an object, another one natively, is used at bytes_written.c:19, is used at bytes_written.c:22
#include <stdio.h>
#include <string.h>

int wf_int(const char *name);

struct entry {
    const char *name;
    long number;
};

int main(void) {
    struct entry a = {"a", 3}, b = {"b", 3};
    long numbers[2] = {1, 2};
    if (wf_int("x") == 3) {
        fwrite(&a, sizeof a, 1, stdout);
        return 0;
    }
    return memcmp(&a, &b, sizeof a) < 0 && fwrite(numbers, sizeof numbers, 1, stdout) == 1;
}
