// A bit-field is written by changing some bits of memory never written: no read of them. Reading
// those beside it is one.
//
// options: --check uninit
// findings: uninitialised-read 22, uninitialised-read 28
#include <stdlib.h>
#include <wayfarer.h>

struct flags {
    unsigned a : 3;
    signed b : 6;
    unsigned c : 1;
};

int main(void) {
    struct flags *p = malloc(sizeof *p), copy;
    int which = wf_int("which"), sum;
    p->a = 5;
    p->b = -7;
    if (p->a != 5 || p->b != -7)
        return 1;
    if (which == 3 && p->c)
        return 2;
    copy = *p;
    sum = (sum & 0) + copy.b;
    if (sum != -7)
        return 3;
    if (which == 4 && copy.c == 0)
        return 4;
    p->c = 1;
    return p->c;
}
