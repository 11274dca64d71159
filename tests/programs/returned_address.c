// The address of a variable as a number that a function returns, and deep inside of a constant.
// options: --no-replay
// exhaustive: false
// left: the address of an object, another one natively, is used at returned_address.c:12, is used at returned_address.c:14
#include <stdint.h>

int wf_int(const char *name);

static int object;

static uintptr_t number(void) {
    return (uintptr_t)&object;
}
static uintptr_t deep(void) { return (((((((((uintptr_t)&object + 1) ^ 2) + 3) ^ 4) + 5) ^ 6) + 7) ^ 8) + 9; }

int main(void) {
    if (wf_int("which") == 3)
        return number() % 7 == 2;
    return deep() % 5 == 1;
}
