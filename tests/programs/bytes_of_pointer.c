// The bytes of a pointer are other ones natively.
// options: --no-replay
// exhaustive: false
// left: the address of an object, another one natively, is used at bytes_of_pointer.c:18
#include <stdlib.h>

struct entry {
    const char *name;
    int number;
};

int main(void) {
    struct entry entry = {"name", 3};
    const unsigned char *bytes = (const unsigned char *)&entry;
    int wf_int(const char *name);
    unsigned hash = (unsigned)wf_int("seed");
    for (unsigned i = 0; i < sizeof entry.name; i++)
        hash = hash * 31 + bytes[i];
    return hash % 7 == 0;
}
