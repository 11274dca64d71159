// Where objects are is another thing in each run: a hash of an address, say.
// exhaustive: false
// left: the address of an object, another one natively, is used at counted_addresses.c:11
// findings: none
#include <stdint.h>

static int object;

int main(void) {
    uintptr_t hash = (uintptr_t)&object * 2654435761u;
    return hash != 12345; /* in both runs, as good as always */
}
