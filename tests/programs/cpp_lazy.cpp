// Calls that throw are skipped no more than others that matter: what a lazy search finds is what is there.
// options: --lazy
// findings: uncaught-exception 8
// verdicts: confirmed
#include <wayfarer.h>
static int state;
int checked(int x) {
    if (x == 12) throw x;
    state = x > 5 ? 1 : 2;
    return x + 1;
}
int main() {
    int x = wf_int("x"), y = 0;
    try {
        if (x != 12 || wf_int("y") > 3)
            y = checked(x);
    } catch (long) {
        return 3;
    }
    return y == 4 && state == 2;
}
