// A violation is refuted from the transitions of a monitor into the state that violates, by what the monitor has stored
// before: without a path.
// reach: --spec @/data/violations_refuted.spec --direction backward --target violation:opening
//   violation:opening: unreachable
// reach: --spec @/data/violations_refuted.spec --target violation:opening --target violation:closing
//   violation:opening: unreachable
//   violation:closing: reached
#include <wayfarer.h>

static int sum;

void open_it(void) {}
void use_it(int n) { sum += n & 7; }
void close_it(void) {}
int main(void) {
    int n = wf_int("n");
    if (n > 10)
        open_it();
    for (int i = 0; i < (n & 7); i++)
        sum++;
    if (n > 20)
        use_it(n);
    if (n > 5)
        close_it();
    return 0;
}
