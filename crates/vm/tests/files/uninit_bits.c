// options uninit
// Bits never written: only what depends on them is an error.
#include "wayfarer.h"
#include <stdlib.h>
#include <string.h>
struct flags { unsigned a : 3; signed b : 5; unsigned c : 1; unsigned d; };
struct padded { char tag; int number; };
static int pass(struct padded p) { return p.number; }
int main(void) {
    int which = wf_int("which"), undefined;
    struct flags *p = malloc(sizeof *p), copy;
    struct padded one, two;
    unsigned char partly[4], other[4];
    switch (which) {
    case 0: p->a = 5; p->b = -3; return p->a == 5 && p->b == -3 ? 7 : 8;
    case 1: p->a = 5; return p->b == 2;
    case 2: p->a = 5; p->c = 1; copy = *p; return copy.c && copy.a == 5 ? 9 : 8;
    case 3: one.tag = 1; one.number = 6; two = one; return pass(two) + two.tag;
    case 4: partly[1] = 3; memcpy(other, partly, 4); return other[1];
    case 5: partly[1] = 3; memset(other, 0, 4); memcpy(other, partly, 4); return other[2] == 0;
    case 6: return (undefined & 0) | ((undefined | 0xf) & 3);
    case 7: return undefined ^ undefined ? 1 : 0;
    case 8: return (undefined & 1) + 2 > 5;
    case 9: undefined += 1; if (undefined == 0) return 1; return 2;
    case 10: if (p->d) { return 1; } return 0;
    case 11: p->d = 4; return p->d;
    case 12: { unsigned char t[4]; t[0] = 1; unsigned i = wf_int("i"); return i < 4 && t[i] ? 1 : 0; }
    case 13: { unsigned char t[4]; unsigned i = wf_int("i"); t[0] = 1; t[i & 3] = 2; return t[1] ? 1 : 0; }
    }
    return 0;
}
// run which:32=0
//= input which int x1 at 0 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 -> 0
//= exit 7
// run which:32=1
//= input which int x1 at 0 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 -> 1
//= error uninitialised-read line 31: use of the read of 2 bytes at offset 0 of a heap object of 8 bytes allocated at uninit_bits.c:11, of memory never written, at uninit_bits.c:16 [main:31]
// run which:32=2
//= input which int x1 at 0 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 -> 2
//= exit 9
// run which:32=3
//= input which int x1 at 0 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 -> 3
//= exit 7
// run which:32=4
//= input which int x1 at 0 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 -> 4
//= exit 3
// run which:32=5
//= input which int x1 at 0 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 -> 5
//= error uninitialised-read line 31: use of the read of 1 bytes at offset 2 of local variable `other` (4 bytes), of memory never written, at uninit_bits.c:20 [main:31]
// run which:32=6
//= input which int x1 at 0 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 -> 6
//= exit 3
// run which:32=7
//= input which int x1 at 0 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 -> 7
//= error uninitialised-read line 31: use of the read of 4 bytes at offset 0 of local variable `undefined` (4 bytes), of memory never written, at uninit_bits.c:22 [main:31]
// run which:32=8
//= input which int x1 at 0 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 -> 8
//= error uninitialised-read line 31: use of the read of 4 bytes at offset 0 of local variable `undefined` (4 bytes), of memory never written, at uninit_bits.c:23 [main:31]
// run which:32=9
//= input which int x1 at 0 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 -> 9
//= error uninitialised-read line 24: read of 4 bytes at offset 0 of local variable `undefined` (4 bytes), of memory never written [main:24]
// run which:32=10
//= input which int x1 at 0 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 -> 10
//= error uninitialised-read line 25: read of 4 bytes at offset 4 of a heap object of 8 bytes allocated at uninit_bits.c:11, of memory never written [main:25]
// run which:32=11
//= input which int x1 at 0 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 -> 11
//= exit 4
// run which:32=12 i:32=0
//= input which int x1 at 0 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 -> 12
//= input i int x1 at 1 Program
//= fork Branch #5 line 27: 1 0 -> 1
//= fork NeverWritten line 31: 1 0 -> 1
//= exit 1
// run which:32=12 i:32=1
//= input which int x1 at 0 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 -> 12
//= input i int x1 at 1 Program
//= fork Branch #5 line 27: 1 0 -> 1
//= fork NeverWritten line 31: 1 0 -> 0
//= error uninitialised-read line 31: use of the read of 1 bytes at an offset that depends on inputs, of local variable `t` (4 bytes), of memory never written, at uninit_bits.c:27 [main:31]
// run which:32=13 i:32=1
//= input which int x1 at 0 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 -> 13
//= input i int x1 at 1 Program
//= fork NeverWritten line 31: 1 0 -> 1
//= exit 1
// run which:32=13 i:32=2
//= input which int x1 at 0 Program
//= fork Switch #0 line 14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 -> 13
//= input i int x1 at 1 Program
//= fork NeverWritten line 31: 1 0 -> 0
//= error uninitialised-read line 31: use of the read of 3 bytes at offset 1 of local variable `t88` (4 bytes), of memory never written, at uninit_bits.c:28 [main:31]
