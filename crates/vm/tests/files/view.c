// Concrete writes between reads at a symbolic offset: each read sees what was written before.
#include "wayfarer.h"
static int table[40];
int main(void) {
    unsigned i = wf_uint("i");
    wf_assume(i < 40);
    for (int k = 0; k < 40; k++) table[k] = k;
    int first = table[i];
    table[3] = 100;
    table[3]++;
    int second = table[i];
    for (int k = 0; k < 40; k++) table[k] += 1000;
    return first + second + table[i];
}
// run i:32=3
//= input i unsigned int x1 at 0 Program
//= fork Assume line 6: 1 0 -> 1
//= fork Bounds line 8: 1 0 -> 1
//= exit 1205
// run i:32=7
//= input i unsigned int x1 at 0 Program
//= fork Assume line 6: 1 0 -> 1
//= fork Bounds line 8: 1 0 -> 1
//= exit 1021
