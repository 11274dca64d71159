// Where the line was passed, what leads to no other target is explored all the same: calls from the line, and its own
// decisions.
// reach:

#include <wayfarer.h>

static int deeper(int *p, int n) {
    if (n == 5)
        return *p;
    return 0;
}

static int caller(int n) {
    int v = 3;
    int *p = n > 2 ? 0 : &v;
    return deeper(p, n); //= ctunullpointer @9: confirmed
}

int main(void) {
    int n = wf_int("n");
    int k = wf_int("k");
    if (k == 3)
        return k;
    return caller(n);
}
