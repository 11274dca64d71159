// Symbolic offsets into small and large, constant and written objects.
#include "wayfarer.h"
#include <string.h>
static const unsigned short constants[300] = {[5] = 50, [255] = 2550, [299] = 2990};
static int small[5] = {1, 2, 3, 4, 5};
static long large[100];
struct record { char tag; int value; short rest[3]; } records[6];
int main(void) {
    unsigned i = wf_uint("i"), j = wf_uint("j");
    wf_assume(i < 5 & j < 100);
    small[i] += 10;
    int total = small[0] + small[4] * 10 + small[j % 5];
    large[j] = total;
    large[7] = 1;
    ((char *)large)[57] = 2;
    long sum = large[j] + large[7] + large[8];
    records[i].value = (int)sum;
    records[i].rest[j % 3] = 3;
    records[2].tag = 1;
    struct record copy = records[i];
    char bytes[16];
    memset(bytes, (int)i + 1, sizeof bytes);
    bytes[j % 16] = 99;
    int four;
    memcpy(&four, bytes + (j % 13), 4);
    return (int)((unsigned)(sum + copy.value + copy.rest[j % 3] + constants[j * 3] + constants[i + 251] + four) % 251);
}
// run i:32=0 j:32=0
//= input i unsigned int x1 at 0 Program
//= input j unsigned int x1 at 1 Program
//= fork Assume line 10: 1 0 -> 1
//= fork Bounds line 11: 1 0 -> 1
//= fork Bounds line 13: 1 0 -> 1
//= fork Bounds line 17: 1 0 -> 1
//= fork Bounds line 18: 1 0 -> 1
//= fork Bounds line 20: 1 0 -> 1
//= fork Bounds line 26: 1 0 -> 1
//= fork Bounds line 26: 1 0 -> 1
//= exit 172
// run i:32=4 j:32=85
//= input i unsigned int x1 at 0 Program
//= input j unsigned int x1 at 1 Program
//= fork Assume line 10: 1 0 -> 1
//= fork Bounds line 11: 1 0 -> 1
//= fork Bounds line 13: 1 0 -> 1
//= fork Bounds line 17: 1 0 -> 1
//= fork Bounds line 18: 1 0 -> 1
//= fork Bounds line 20: 1 0 -> 1
//= fork Bounds line 26: 1 0 -> 1
//= fork Bounds line 26: 1 0 -> 1
//= exit 185
// run i:32=2 j:32=7
//= input i unsigned int x1 at 0 Program
//= input j unsigned int x1 at 1 Program
//= fork Assume line 10: 1 0 -> 1
//= fork Bounds line 11: 1 0 -> 1
//= fork Bounds line 13: 1 0 -> 1
//= fork Bounds line 17: 1 0 -> 1
//= fork Bounds line 18: 1 0 -> 1
//= fork Bounds line 20: 1 0 -> 1
//= fork Bounds line 26: 1 0 -> 1
//= fork Bounds line 26: 1 0 -> 1
//= exit 109
// run i:32=3 j:32=8
//= input i unsigned int x1 at 0 Program
//= input j unsigned int x1 at 1 Program
//= fork Assume line 10: 1 0 -> 1
//= fork Bounds line 11: 1 0 -> 1
//= fork Bounds line 13: 1 0 -> 1
//= fork Bounds line 17: 1 0 -> 1
//= fork Bounds line 18: 1 0 -> 1
//= fork Bounds line 20: 1 0 -> 1
//= fork Bounds line 26: 1 0 -> 1
//= fork Bounds line 26: 1 0 -> 1
//= exit 0
// run i:32=5 j:32=1
//= input i unsigned int x1 at 0 Program
//= input j unsigned int x1 at 1 Program
//= fork Assume line 10: 1 0 -> 0
//= assume failed
