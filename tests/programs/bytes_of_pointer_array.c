// An element of an array that is written at an index that is an input shows its bytes as any other.
// options: --no-replay
// exhaustive: false
// left: the address of an object, another one natively, is used at bytes_of_pointer_array.c:16
#include <stdlib.h>

static const char *names[200];

int main(void) {
    int wf_int(const char *name);
    unsigned index = (unsigned)wf_int("index") % 200;
    names[index] = "name";
    const unsigned char *bytes = (const unsigned char *)names;
    unsigned hash = 0;
    for (unsigned i = 80; i < 88; i++)
        hash = hash * 31 + bytes[i];
    return hash % 7 == 0;
}
