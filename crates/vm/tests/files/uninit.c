// options uninit
// Reads of memory never written.
#include "wayfarer.h"
#include <stdlib.h>
#include <string.h>
int main(void) {
    int which = wf_int("which");
    int local[4], other;
    int *heap = malloc(16);
    struct { char a; int b; } padded = {1, 2}, copy;
    switch (which) {
    case 0: local[1] = 5; return local[1];
    case 1: return local[2] > 3;
    case 2: return heap[0];
    case 3: memset(heap, 0, 16); return heap[3];
    case 4: memcpy(&copy, &padded, sizeof copy); return copy.b;
    case 5: return other;
    }
    return 0;
}
// run which:32=0
//= input which int x1 at 0 Program
//= fork Switch #0 line 11: 0 1 2 3 4 5 6 -> 0
//= exit 5
// run which:32=1
//= input which int x1 at 0 Program
//= fork Switch #0 line 11: 0 1 2 3 4 5 6 -> 1
//= error uninitialised-read line 20: use of the read of 4 bytes at offset 8 of local variable `local` (16 bytes), of memory never written, at uninit.c:13 [main:20]
// run which:32=2
//= input which int x1 at 0 Program
//= fork Switch #0 line 11: 0 1 2 3 4 5 6 -> 2
//= error uninitialised-read line 20: use of the read of 4 bytes at offset 0 of a heap object of 16 bytes allocated at uninit.c:9, of memory never written, at uninit.c:14 [main:20]
// run which:32=3
//= input which int x1 at 0 Program
//= fork Switch #0 line 11: 0 1 2 3 4 5 6 -> 3
//= exit 0
// run which:32=4
//= input which int x1 at 0 Program
//= fork Switch #0 line 11: 0 1 2 3 4 5 6 -> 4
//= exit 2
// run which:32=5
//= input which int x1 at 0 Program
//= fork Switch #0 line 11: 0 1 2 3 4 5 6 -> 5
//= error uninitialised-read line 20: use of the read of 4 bytes at offset 0 of local variable `other` (4 bytes), of memory never written, at uninit.c:17 [main:20]
