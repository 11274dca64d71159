// Pointers that are copied, exchanged and told from each other byte by byte are the same in every run.
// paths: 2
// exhaustive: true
// tests: confirmed
#include <stdlib.h>
#include <string.h>

int wf_int(const char *name);

struct entry {
    const char *name;
    int number;
};

static void copy(void *to, const void *from, size_t size) {
    unsigned char *t = to;
    const unsigned char *f = from;
    while (size--)
        *t++ = *f++;
}

static void exchange(void *a, void *b, size_t size) {
    char *x = a, *y = b, kept;
    for (size_t at = 0; at < size; at++) {
        kept = x[at];
        x[at] = y[at];
        y[at] = kept;
    }
}

static int equal(const void *a, const void *b, size_t size) {
    const unsigned char *x = a, *y = b;
    for (size_t at = 0; at < size; at++)
        if (x[at] != y[at])
            return 0;
    return 1;
}

int main(void) {
    struct entry first, second, third;
    memset(&first, 0, sizeof first);
    memset(&second, 0, sizeof second);
    first.name = "first";
    second.name = "second";
    first.number = second.number = 24;
    if (wf_int("number") == 7)
        exchange(&first, &second, sizeof first);
    copy(&third, &first, sizeof third);
    if (!equal(&third, &first, sizeof third) || memcmp(&second, &third, sizeof third) == 0)
        return 3;
    return third.number == 24 && second.number == 24 ? third.name[0] == 's' : 4;
}
