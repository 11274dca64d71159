// What depends on memory never written is counted, with its place; what only passes through is not.
//
// paths: 6
// exhaustive: false
// left: memory never written is used at never_written.c:24, memory never written is used at never_written.c:31
#include <stdlib.h>
#include <string.h>
#include <wayfarer.h>

struct record {
    char tag;
    int number;
};

static struct record kept;

int main(void) {
    int c = wf_int("c"), given;
    struct record one, *two = malloc(sizeof *two);
    one.tag = 'x';
    one.number = c;
    memcpy(two, &one, sizeof one); // with its padding
    kept = *two;
    if (c > 5 && (c > 100 || given == 3))
        return kept.number == 77;
    unsigned char bytes[8];
    bytes[0] = 1;
    if (c == 2)
        return 3;
    return bytes[(unsigned)c < 2 ? c : 0];
}
