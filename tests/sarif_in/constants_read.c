// What is constant nobody has changed; and runs of main begin with the variables as they are.
// reach:

#include <wayfarer.h>

static const int limits[2] = {3, 9};
static int mode;

int main(void) {
    int n = wf_int("n");
    if (mode == 3)
        return n / 0; //= zerodivcond: refuted (no input reaches the line)
    return 90 / limits[n & 1]; //= zerodiv: refuted
}
