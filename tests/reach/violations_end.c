// With the violations that are asked for the search ends, however many ways of the program are left; what leads to none is left
// out before.
// reach: --spec @/data/violations_end.spec --direction forward --target violation:opening
//   violation:opening: reached
#include <wayfarer.h>

static unsigned count;

void open_it(void) {}
void use_it(void) {}
int main(void) {
    unsigned key = (unsigned)wf_int("key");
    if (key & 1) {
        for (unsigned i = 0; i < (unsigned)wf_int("n"); i++)
            count += (unsigned)wf_int("step") & 1 ? 2 : 1;
    } else if ((key >> 8 & 0xff) == 0x42) {
        for (unsigned i = 0; i < 20; i++)
            count += (key >> (i + 8) & 1) != 0 ? 1 : 0;
        if (count != 7)
            open_it();
        use_it();
    }
    return 0;
}
