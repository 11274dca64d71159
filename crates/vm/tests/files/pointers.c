// Symbolic pointers and function pointers, sizes, choices among objects.
#include "wayfarer.h"
#include <stdlib.h>
static int one = 1, two[4] = {2, 3, 4, 5};
static int *const pointers[4] = {&one, two, two + 2, 0};
static int inc(int x) { return x + 1; }
static int twice(int x) { return 2 * x; }
static int (*const functions[3])(int) = {inc, twice, inc};
int main(void) {
    unsigned which = wf_uint("which"), i = wf_uint("i");
    if (which == 0) return *pointers[i & 3];
    if (which == 1) { wf_assume(i < 3); return functions[i](20); }
    if (which == 2) { int *p = i & 1 ? &one : two; *p = 9; return one * 10 + two[0]; }
    if (which == 3) { char *p = malloc(i); if (i) p[i - 1] = 1; free(p); return 3; }
    if (which == 4) { return *(int *)(unsigned long)i; }
    if (which == 5) { return ((int (*)(int))(unsigned long)i)(4); }
    if (which == 6) { int a[i & 7]; if (i & 7) a[0] = 4; return sizeof a; }
    if (which == 7) {
        char *kept[3] = {malloc(1), malloc(2), 0};
        free(kept[i & 3 ? (i & 3) - 1 : 0]);
        free(kept[0]);
        return 7;
    }
    if (which == 8) {
        int *p = (int *)wf_ulong("p");
        return *p;
    }
    if (which == 9) free((void *)wf_ulong("p"));
    return 99;
}
// run which:32=0 i:32=0
//= input which unsigned int x1 at 0 Program
//= input i unsigned int x1 at 1 Program
//= fork Branch #0 line 11: 1 0 -> 1
//= fork Pointer line 11: arm 1 of 3
//= exit 1
// run which:32=0 i:32=2
//= input which unsigned int x1 at 0 Program
//= input i unsigned int x1 at 1 Program
//= fork Branch #0 line 11: 1 0 -> 1
//= fork Pointer line 11: arm 2 of 3
//= exit 4
// run which:32=0 i:32=3
//= input which unsigned int x1 at 0 Program
//= input i unsigned int x1 at 1 Program
//= fork Branch #0 line 11: 1 0 -> 1
//= fork Pointer line 11: arm 3 of 3
//= error null-dereference line 11: read of 4 bytes through the null pointer [main:11]
// run which:32=1 i:32=1
//= input which unsigned int x1 at 0 Program
//= input i unsigned int x1 at 1 Program
//= fork Branch #0 line 11: 1 0 -> 0
//= fork Branch #1 line 12: 1 0 -> 1
//= fork Assume line 12: 1 0 -> 1
//= fork Bounds line 12: 1 0 -> 1
//= fork FunctionPointer line 12: arm 2 of 3
//= exit 40
// run which:32=1 i:32=7
//= input which unsigned int x1 at 0 Program
//= input i unsigned int x1 at 1 Program
//= fork Branch #0 line 11: 1 0 -> 0
//= fork Branch #1 line 12: 1 0 -> 1
//= fork Assume line 12: 1 0 -> 0
//= assume failed
// run which:32=2 i:32=1
//= input which unsigned int x1 at 0 Program
//= input i unsigned int x1 at 1 Program
//= fork Branch #0 line 11: 1 0 -> 0
//= fork Branch #1 line 12: 1 0 -> 0
//= fork Branch #2 line 13: 1 0 -> 1
//= fork Pointer line 13: arm 1 of 2
//= exit 92
// run which:32=2 i:32=2
//= input which unsigned int x1 at 0 Program
//= input i unsigned int x1 at 1 Program
//= fork Branch #0 line 11: 1 0 -> 0
//= fork Branch #1 line 12: 1 0 -> 0
//= fork Branch #2 line 13: 1 0 -> 1
//= fork Pointer line 13: arm 2 of 2
//= exit 19
// run which:32=3 i:32=5
//= input which unsigned int x1 at 0 Program
//= input i unsigned int x1 at 1 Program
//= fork Branch #0 line 11: 1 0 -> 0
//= fork Branch #1 line 12: 1 0 -> 0
//= fork Branch #2 line 13: 1 0 -> 0
//= fork Branch #3 line 14: 1 0 -> 1
//= fork Size line 14: 1 0 -> 1
//= fork Size line 14: 1 0 -> 1
//= fork Size line 14: 1 0 -> 0
//= fork Size line 14: 1 0 -> 1
//= fork Size line 14: 1 0 -> 1
//= fork Branch #4 line 14: 1 0 -> 1
//= fork Bounds line 14: 1 0 -> 1
//= exit 3
// run which:32=3 i:32=0
//= input which unsigned int x1 at 0 Program
//= input i unsigned int x1 at 1 Program
//= fork Branch #0 line 11: 1 0 -> 0
//= fork Branch #1 line 12: 1 0 -> 0
//= fork Branch #2 line 13: 1 0 -> 0
//= fork Branch #3 line 14: 1 0 -> 1
//= fork Size line 14: 1 0 -> 1
//= fork Size line 14: 1 0 -> 1
//= fork Size line 14: 1 0 -> 1
//= fork Size line 14: 1 0 -> 1
//= fork Size line 14: 1 0 -> 1
//= fork Size line 14: 1 0 -> 1
//= exit 3
// run which:32=3 i:32=5000
//= input which unsigned int x1 at 0 Program
//= input i unsigned int x1 at 1 Program
//= fork Branch #0 line 11: 1 0 -> 0
//= fork Branch #1 line 12: 1 0 -> 0
//= fork Branch #2 line 13: 1 0 -> 0
//= fork Branch #3 line 14: 1 0 -> 1
//= fork Size line 14: 1 0 -> 0
//= fork Size line 14: 4096 18446744073709551615 -> 18446744073709551615 incomplete
//= bound size line 14
//= limit symbolic-size line 14 [main:14]
// run which:32=4 i:32=5000
//= input which unsigned int x1 at 0 Program
//= input i unsigned int x1 at 1 Program
//= fork Branch #0 line 11: 1 0 -> 0
//= fork Branch #1 line 12: 1 0 -> 0
//= fork Branch #2 line 13: 1 0 -> 0
//= fork Branch #3 line 14: 1 0 -> 0
//= fork Branch #5 line 15: 1 0 -> 1
//= error null-dereference line 15: read of 4 bytes through a null pointer plus an offset [main:15]
// run which:32=5 i:32=0
//= input which unsigned int x1 at 0 Program
//= input i unsigned int x1 at 1 Program
//= fork Branch #0 line 11: 1 0 -> 0
//= fork Branch #1 line 12: 1 0 -> 0
//= fork Branch #2 line 13: 1 0 -> 0
//= fork Branch #3 line 14: 1 0 -> 0
//= fork Branch #5 line 15: 1 0 -> 0
//= fork Branch #6 line 16: 1 0 -> 1
//= fork Pin line 16: 0 -> 0 incomplete
//= bound pinned line 16
//= error null-dereference line 16: call through a null pointer [main:16]
// run which:32=6 i:32=3
//= input which unsigned int x1 at 0 Program
//= input i unsigned int x1 at 1 Program
//= fork Branch #0 line 11: 1 0 -> 0
//= fork Branch #1 line 12: 1 0 -> 0
//= fork Branch #2 line 13: 1 0 -> 0
//= fork Branch #3 line 14: 1 0 -> 0
//= fork Branch #5 line 15: 1 0 -> 0
//= fork Branch #6 line 16: 1 0 -> 0
//= fork Branch #7 line 17: 1 0 -> 1
//= fork Size line 17: 0 4 8 12 16 20 24 28 -> 12
//= fork Branch #8 line 17: 1 0 -> 1
//= exit 12
// run which:32=7 i:32=2
//= input which unsigned int x1 at 0 Program
//= input i unsigned int x1 at 1 Program
//= fork Branch #0 line 11: 1 0 -> 0
//= fork Branch #1 line 12: 1 0 -> 0
//= fork Branch #2 line 13: 1 0 -> 0
//= fork Branch #3 line 14: 1 0 -> 0
//= fork Branch #5 line 15: 1 0 -> 0
//= fork Branch #6 line 16: 1 0 -> 0
//= fork Branch #7 line 17: 1 0 -> 0
//= fork Branch #9 line 18: 1 0 -> 1
//= fork Branch #10 line 20: 1 0 -> 1
//= fork Bounds line 20: 1 0 -> 1
//= fork Pointer line 20: arm 3 of 4
//= exit 7
// run which:32=7 i:32=1
//= input which unsigned int x1 at 0 Program
//= input i unsigned int x1 at 1 Program
//= fork Branch #0 line 11: 1 0 -> 0
//= fork Branch #1 line 12: 1 0 -> 0
//= fork Branch #2 line 13: 1 0 -> 0
//= fork Branch #3 line 14: 1 0 -> 0
//= fork Branch #5 line 15: 1 0 -> 0
//= fork Branch #6 line 16: 1 0 -> 0
//= fork Branch #7 line 17: 1 0 -> 0
//= fork Branch #9 line 18: 1 0 -> 1
//= fork Branch #10 line 20: 1 0 -> 1
//= fork Bounds line 20: 1 0 -> 1
//= fork Pointer line 20: arm 2 of 4
//= error double-free line 21: free of a heap object of 1 bytes allocated at pointers.c:19, which was freed before [main:21]
// run which:32=7 i:32=3
//= input which unsigned int x1 at 0 Program
//= input i unsigned int x1 at 1 Program
//= fork Branch #0 line 11: 1 0 -> 0
//= fork Branch #1 line 12: 1 0 -> 0
//= fork Branch #2 line 13: 1 0 -> 0
//= fork Branch #3 line 14: 1 0 -> 0
//= fork Branch #5 line 15: 1 0 -> 0
//= fork Branch #6 line 16: 1 0 -> 0
//= fork Branch #7 line 17: 1 0 -> 0
//= fork Branch #9 line 18: 1 0 -> 1
//= fork Branch #10 line 20: 1 0 -> 1
//= fork Bounds line 20: 1 0 -> 1
//= fork Pointer line 20: arm 1 of 4
//= exit 7
// run which:32=8 i:32=0 p:64=0
//= input which unsigned int x1 at 0 Program
//= input i unsigned int x1 at 1 Program
//= fork Branch #0 line 11: 1 0 -> 0
//= fork Branch #1 line 12: 1 0 -> 0
//= fork Branch #2 line 13: 1 0 -> 0
//= fork Branch #3 line 14: 1 0 -> 0
//= fork Branch #5 line 15: 1 0 -> 0
//= fork Branch #6 line 16: 1 0 -> 0
//= fork Branch #7 line 17: 1 0 -> 0
//= fork Branch #9 line 18: 1 0 -> 0
//= fork Branch #11 line 24: 1 0 -> 1
//= input p unsigned long x1 at 2 Program
//= fork Pin line 26: 0 -> 0 incomplete
//= bound pinned line 26
//= error null-dereference line 26: read of 4 bytes through the null pointer [main:26]
// run which:32=8 i:32=0 p:64=99999999999999
//= input which unsigned int x1 at 0 Program
//= input i unsigned int x1 at 1 Program
//= fork Branch #0 line 11: 1 0 -> 0
//= fork Branch #1 line 12: 1 0 -> 0
//= fork Branch #2 line 13: 1 0 -> 0
//= fork Branch #3 line 14: 1 0 -> 0
//= fork Branch #5 line 15: 1 0 -> 0
//= fork Branch #6 line 16: 1 0 -> 0
//= fork Branch #7 line 17: 1 0 -> 0
//= fork Branch #9 line 18: 1 0 -> 0
//= fork Branch #11 line 24: 1 0 -> 1
//= input p unsigned long x1 at 2 Program
//= fork Pin line 26: 99999999999999 -> 99999999999999 incomplete
//= bound pinned line 26
//= error invalid-pointer line 26: read of 4 bytes at address 0x5af3107a3fff, which is in no object [main:26]
// run which:32=9 i:32=0 p:64=0
//= input which unsigned int x1 at 0 Program
//= input i unsigned int x1 at 1 Program
//= fork Branch #0 line 11: 1 0 -> 0
//= fork Branch #1 line 12: 1 0 -> 0
//= fork Branch #2 line 13: 1 0 -> 0
//= fork Branch #3 line 14: 1 0 -> 0
//= fork Branch #5 line 15: 1 0 -> 0
//= fork Branch #6 line 16: 1 0 -> 0
//= fork Branch #7 line 17: 1 0 -> 0
//= fork Branch #9 line 18: 1 0 -> 0
//= fork Branch #11 line 24: 1 0 -> 0
//= fork Branch #12 line 28: 1 0 -> 1
//= input p unsigned long x1 at 2 Program
//= fork Pointer line 28: arm 1 of 2
//= exit 99
// run which:32=9 i:32=0 p:64=5
//= input which unsigned int x1 at 0 Program
//= input i unsigned int x1 at 1 Program
//= fork Branch #0 line 11: 1 0 -> 0
//= fork Branch #1 line 12: 1 0 -> 0
//= fork Branch #2 line 13: 1 0 -> 0
//= fork Branch #3 line 14: 1 0 -> 0
//= fork Branch #5 line 15: 1 0 -> 0
//= fork Branch #6 line 16: 1 0 -> 0
//= fork Branch #7 line 17: 1 0 -> 0
//= fork Branch #9 line 18: 1 0 -> 0
//= fork Branch #11 line 24: 1 0 -> 0
//= fork Branch #12 line 28: 1 0 -> 1
//= input p unsigned long x1 at 2 Program
//= fork Pointer line 28: arm 2 of 2
//= fork Pin line 28: 5 -> 5 incomplete
//= bound pinned line 28
//= error invalid-free line 28: free of address 0x5, which is in no object [main:28]
