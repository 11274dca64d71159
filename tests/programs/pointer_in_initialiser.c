// An initialiser makes a number of an address.
// options: --no-replay
// exhaustive: false
// left: the address of an object, another one natively, is used at pointer_in_initialiser.c:12
#include <stdint.h>

int wf_int(const char *name);

static int object;
static struct { int first; uintptr_t number; } table[] = {{1, 0}, {2, (uintptr_t)&object}};

static uintptr_t mixed(int at) { return table[at & 1].number * 31; }

int main(void) {
    return mixed(wf_int("at")) % 1000 == 7;
}
