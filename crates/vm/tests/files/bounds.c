// Accesses in and out of bounds, with concrete and symbolic indices.
#include "wayfarer.h"
#include <stdlib.h>
#include <string.h>
int table[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
const char text[] = "constant";
static int *gone(void) { int local = 5; return &local; }
static int look(int i) {
    return table[i];
}
int main(void) {
    int which = wf_int("which"), i = wf_int("i");
    char *heap = malloc(8);
    int *null = 0;
    switch (which) {
    case 0: return look(i);
    case 1: table[i] = 7; return table[3];
    case 2: heap[8] = 1; return 0;
    case 3: free(heap); return heap[0];
    case 4: free(heap); free(heap); return 0;
    case 5: free(heap + 1); return 0;
    case 6: return *null;
    case 7: return *gone();
    case 8: *(char *)text = 'x'; return 0;
    case 9: memcpy(table, heap, 41); return 0;
    case 10: return ((char *)0x1234567890)[0];
    case 11: memset(heap, 0, i); return heap[i - 1];
    case 12: return strlen(memset(heap, 'a', 8));
    case 13: free(table); return 0;
    case 14: return heap[i & 7];
    }
    return -1;
}
// run which:32=0 i:32=3
//= input which int x1 at 0 Program
//= input i int x1 at 1 Program
//= fork Switch #0 line 15: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 0
//= fork Bounds line 9: 1 0 -> 1
//= exit 4
// run which:32=0 i:32=10
//= input which int x1 at 0 Program
//= input i int x1 at 1 Program
//= fork Switch #0 line 15: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 0
//= fork Bounds line 9: 1 0 -> 0
//= error out-of-bounds line 9: read of 4 bytes at offset 40 of global variable `table` (40 bytes) [look:9 < main:16]
// run which:32=0 i:32=-1
//= input which int x1 at 0 Program
//= input i int x1 at 1 Program
//= fork Switch #0 line 15: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 0
//= fork Bounds line 9: 1 0 -> 0
//= error out-of-bounds line 9: read of 4 bytes at offset -4 of global variable `table` (40 bytes) [look:9 < main:16]
// run which:32=1 i:32=3
//= input which int x1 at 0 Program
//= input i int x1 at 1 Program
//= fork Switch #0 line 15: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 1
//= fork Bounds line 17: 1 0 -> 1
//= exit 7
// run which:32=1 i:32=4
//= input which int x1 at 0 Program
//= input i int x1 at 1 Program
//= fork Switch #0 line 15: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 1
//= fork Bounds line 17: 1 0 -> 1
//= exit 4
// run which:32=1 i:32=1000000000
//= input which int x1 at 0 Program
//= input i int x1 at 1 Program
//= fork Switch #0 line 15: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 1
//= fork Bounds line 17: 1 0 -> 0
//= error out-of-bounds line 17: write of 4 bytes at offset 4000000000 of global variable `table` (40 bytes) [main:17]
// run which:32=2 i:32=0
//= input which int x1 at 0 Program
//= input i int x1 at 1 Program
//= fork Switch #0 line 15: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 2
//= error out-of-bounds line 18: write of 1 bytes at offset 8 of a heap object of 8 bytes allocated at bounds.c:13 [main:18]
// run which:32=3 i:32=0
//= input which int x1 at 0 Program
//= input i int x1 at 1 Program
//= fork Switch #0 line 15: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 3
//= error use-after-free line 19: read of 1 bytes at offset 0 of a heap object of 8 bytes allocated at bounds.c:13, which was freed [main:19]
// run which:32=4 i:32=0
//= input which int x1 at 0 Program
//= input i int x1 at 1 Program
//= fork Switch #0 line 15: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 4
//= error double-free line 20: free of a heap object of 8 bytes allocated at bounds.c:13, which was freed before [main:20]
// run which:32=5 i:32=0
//= input which int x1 at 0 Program
//= input i int x1 at 1 Program
//= fork Switch #0 line 15: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 5
//= error invalid-free line 21: free of offset 1 of a heap object of 8 bytes allocated at bounds.c:13 [main:21]
// run which:32=6 i:32=0
//= input which int x1 at 0 Program
//= input i int x1 at 1 Program
//= fork Switch #0 line 15: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 6
//= error null-dereference line 22: read of 4 bytes through the null pointer [main:22]
// run which:32=7 i:32=0
//= input which int x1 at 0 Program
//= input i int x1 at 1 Program
//= fork Switch #0 line 15: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 7
//= error use-after-free line 23: read of 4 bytes at offset 0 of local variable `local` (4 bytes), whose function has returned [main:23]
// run which:32=8 i:32=0
//= input which int x1 at 0 Program
//= input i int x1 at 1 Program
//= fork Switch #0 line 15: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 8
//= error write-to-constant line 24: write of 1 bytes at offset 0 of global variable `text` (9 bytes), which is constant [main:24]
// run which:32=9 i:32=0
//= input which int x1 at 0 Program
//= input i int x1 at 1 Program
//= fork Switch #0 line 15: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 9
//= error out-of-bounds line 25: read of 41 bytes at offset 0 of a heap object of 8 bytes allocated at bounds.c:13 [main:25]
// run which:32=10 i:32=0
//= input which int x1 at 0 Program
//= input i int x1 at 1 Program
//= fork Switch #0 line 15: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 10
//= error invalid-pointer line 26: read of 1 bytes at function `main` [main:26]
// run which:32=11 i:32=3
//= input which int x1 at 0 Program
//= input i int x1 at 1 Program
//= fork Switch #0 line 15: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 11
//= fork Size line 27: 0 1 2 3 4 5 6 7 8 18446744073709551615 -> 3
//= fork Bounds line 27: 1 0 -> 1
//= fork NeverWritten line 33: 1 0 -> 1
//= exit 0
// run which:32=11 i:32=9
//= input which int x1 at 0 Program
//= input i int x1 at 1 Program
//= fork Switch #0 line 15: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 11
//= fork Size line 27: 0 1 2 3 4 5 6 7 8 18446744073709551615 -> 18446744073709551615
//= error out-of-bounds line 27: write of 9 bytes at offset 0 of a heap object of 8 bytes allocated at bounds.c:13 [main:27]
// run which:32=12 i:32=0
//= input which int x1 at 0 Program
//= input i int x1 at 1 Program
//= fork Switch #0 line 15: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 12
//= error out-of-bounds line 28: read of 1 bytes at offset 8 of a heap object of 8 bytes allocated at bounds.c:13 [main:28]
// run which:32=13 i:32=0
//= input which int x1 at 0 Program
//= input i int x1 at 1 Program
//= fork Switch #0 line 15: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 13
//= error invalid-free line 29: free of global variable `table` (40 bytes) [main:29]
// run which:32=14 i:32=77
//= input which int x1 at 0 Program
//= input i int x1 at 1 Program
//= fork Switch #0 line 15: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -> 14
//= bound NeverWritten(Site { function: FunctionId(0), block: BlockId(17), instruction: 0, location: Location { file: Some(FileId(0)), line: 33, column: 1 }, decision: None })
//= exit -66
