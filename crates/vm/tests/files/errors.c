// Errors that are not about memory, and ends of paths.
#include "wayfarer.h"
#include <assert.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static int deep(int n) { return deep(n + 1) + 1; }
static int wide(void) { volatile char big[70000]; big[5] = 1; return big[5]; }
extern int undefined(int);
static jmp_buf gone;
static void set(void) { setjmp(gone); }
int main(void) {
    int which = wf_int("which"), x = wf_int("x");
    switch (which) {
    case 0: return 10 / x;
    case 1: return 1 << x;
    case 2: assert(x != 3); return 0;
    case 3: abort();
    case 4: wf_reach();
    case 5: return deep(0);
    case 6: return wide();
    case 7: return undefined(x);
    case 8: exit(x);
    case 9: printf("x is %d\n", 5); putchar('a' + (x & 7)); puts(""); return 1;
    case 10: __builtin_unreachable();
    case 11: __builtin_trap();
    case 12: set(); longjmp(gone, 1);
    case 13: wf_assume(x > 5); return x;
    case 14: asm("nop"); return ((int (*)(double))main)(1.0);
    }
    return 0;
}
// run which:32=0 x:32=3
//= input which int x1 at 0 Program
//= input x int x1 at 1 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 0
//= fork Branch line 15: 1 0 -> 0
//= exit 3
// run which:32=0 x:32=0
//= input which int x1 at 0 Program
//= input x int x1 at 1 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 0
//= fork Branch line 15: 1 0 -> 1
//= error division-by-zero line 15:  [main:15]
// run which:32=1 x:32=32
//= input which int x1 at 0 Program
//= input x int x1 at 1 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 1
//= fork Branch line 16: 1 0 -> 1
//= error bad-shift line 16:  [main:16]
// run which:32=2 x:32=3
//= input which int x1 at 0 Program
//= input x int x1 at 1 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 2
//= fork Branch #1 line 17: 1 0 -> 0
//= error assertion line 17: assertion failed: x != 3 [main:17]
// run which:32=3 x:32=0
//= input which int x1 at 0 Program
//= input x int x1 at 1 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 3
//= error abort line 18: abort() is called [main:18]
// run which:32=4 x:32=0
//= input which int x1 at 0 Program
//= input x int x1 at 1 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 4
//= error reach-error line 19: wf_reach() is reached [main:19]
// run which:32=5 x:32=0
//= input which int x1 at 0 Program
//= input x int x1 at 1 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 5
//= error stack-exhausted line 7: calls 200 deep [201 calls]
// run which:32=6 x:32=0
//= input which int x1 at 0 Program
//= input x int x1 at 1 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 6
//= error stack-exhausted line 8: variable of 70000 bytes does not fit the stack of 65536 bytes [wide:8 < main:21]
// run which:32=7 x:32=0
//= input which int x1 at 0 Program
//= input x int x1 at 1 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 7
//= unsupported line 22: call of `undefined`, which has no body and no model [main:22]
// run which:32=8 x:32=77
//= input which int x1 at 0 Program
//= input x int x1 at 1 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 8
//= exit 77
// run which:32=9 x:32=3
//= input which int x1 at 0 Program
//= input x int x1 at 1 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 9
//= output "x is 5\nd\n"
//= exit 1
// run which:32=10 x:32=0
//= input which int x1 at 0 Program
//= input x int x1 at 1 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 10
//= error unreachable line 25:  [main:25]
// run which:32=11 x:32=0
//= input which int x1 at 0 Program
//= input x int x1 at 1 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 11
//= error trap line 26: __builtin_trap [main:26]
// run which:32=12 x:32=0
//= input which int x1 at 0 Program
//= input x int x1 at 1 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 12
//= error library-misuse line 27: longjmp to a call of setjmp whose function has returned, or that never was made [main:27]
// run which:32=13 x:32=6
//= input which int x1 at 0 Program
//= input x int x1 at 1 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 13
//= fork Assume line 28: 1 0 -> 1
//= exit 6
// run which:32=13 x:32=5
//= input which int x1 at 0 Program
//= input x int x1 at 1 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 13
//= fork Assume line 28: 1 0 -> 0
//= assume failed
// run which:32=14 x:32=0
//= input which int x1 at 0 Program
//= input x int x1 at 1 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 14
//= input which int x1 at 2 Program
//= input x int x1 at 3 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 0
//= fork Branch line 15: 1 0 -> 1
//= error division-by-zero line 15:  [main:15 < main:29]
