// options uninit
// What is read at an offset that depends on inputs counts where something depends on it, byte by byte.
#include "wayfarer.h"
#include <string.h>
struct text { char *start; unsigned long length; union { char own[16]; unsigned long capacity; } room; };
struct padded { char tag; int number; };
struct pieces { char head[3]; char tail[5]; };
int main(void) {
    int which = wf_int("which"), k = wf_int("k") & 1;
    struct text texts[2];
    struct padded padded[2];
    struct pieces pieces[2], piece;
    for (int i = 0; i < 2; i++) {
        texts[i].start = texts[i].room.own;
        texts[i].length = i;
        padded[i].tag = i;
        padded[i].number = 2;
        pieces[i].head[0] = i;
        pieces[i].tail[4] = 7;
    }
    struct text *text = &texts[k];
    switch (which) {
    case 0: { unsigned long capacity = text->room.capacity; capacity = text->start == text->room.own ? 15 : capacity;
        return text->length + 1 > capacity; }
    case 1: return text->room.capacity > 3;
    case 2: { struct padded one = padded[k]; return one.tag == 1 ? 4 : one.number; }
    case 3: piece = pieces[k]; return piece.tail[4] == 7 ? 5 : 6;
    case 4: piece = pieces[k]; return piece.tail[3] == 7 ? 5 : 6;
    case 5: memcpy(&piece, &pieces[k], 4); return piece.head[0];
    case 6: memcpy(&piece, &pieces[k], 4); return piece.head[1];
    case 7: { char sparse[256]; for (int i = 0; i < 256; i += 2) sparse[i] = 1; return sparse[wf_int("i") & 254]; }
    case 8: { char sparse[256]; for (int i = 0; i < 256; i += 2) sparse[i] = 1; return sparse[wf_int("i") & 255]; }
    }
    return 0;
}
// run which:32=0 k:32=1
//= input which int x1 at 0 Program
//= input k int x1 at 1 Program
//= fork Switch #1 line 22: 0 1 2 3 4 5 6 7 8 9 -> 0
//= fork Branch #2 line 23: 1 0 -> 1
//= fork NeverWritten line 35: 1 0 -> 1
//= bound Surroundings(Addresses, Site { function: FunctionId(0), block: BlockId(5), instruction: 3, location: Location { file: Some(FileId(0)), line: 23, column: 51 }, decision: None })
//= bound Surroundings(Addresses, Site { function: FunctionId(0), block: BlockId(8), instruction: 4, location: Location { file: Some(FileId(0)), line: 24, column: 22 }, decision: None })
//= exit 0
// run which:32=1 k:32=1
//= input which int x1 at 0 Program
//= input k int x1 at 1 Program
//= fork Switch #1 line 22: 0 1 2 3 4 5 6 7 8 9 -> 1
//= fork NeverWritten line 35: 1 0 -> 0
//= bound Surroundings(Addresses, Site { function: FunctionId(0), block: BlockId(9), instruction: 3, location: Location { file: Some(FileId(0)), line: 25, column: 31 }, decision: None })
//= error uninitialised-read line 35: use of the read of 8 bytes at an offset that depends on inputs, of local variable `texts` (64 bytes), of memory never written, at uninit_offsets.c:25 [main:35]
// run which:32=2 k:32=1
//= input which int x1 at 0 Program
//= input k int x1 at 1 Program
//= fork Switch #1 line 22: 0 1 2 3 4 5 6 7 8 9 -> 2
//= fork Branch #3 line 26: 1 0 -> 1
//= exit 4
// run which:32=3 k:32=1
//= input which int x1 at 0 Program
//= input k int x1 at 1 Program
//= fork Switch #1 line 22: 0 1 2 3 4 5 6 7 8 9 -> 3
//= exit 5
// run which:32=4 k:32=1
//= input which int x1 at 0 Program
//= input k int x1 at 1 Program
//= fork Switch #1 line 22: 0 1 2 3 4 5 6 7 8 9 -> 4
//= error uninitialised-read line 35: use of the read of 8 bytes at an offset that depends on inputs, of local variable `pieces` (16 bytes), of memory never written, at uninit_offsets.c:28 [main:35]
// run which:32=5 k:32=1
//= input which int x1 at 0 Program
//= input k int x1 at 1 Program
//= fork Switch #1 line 22: 0 1 2 3 4 5 6 7 8 9 -> 5
//= exit 1
// run which:32=6 k:32=1
//= input which int x1 at 0 Program
//= input k int x1 at 1 Program
//= fork Switch #1 line 22: 0 1 2 3 4 5 6 7 8 9 -> 6
//= error uninitialised-read line 35: use of the read of 4 bytes at an offset that depends on inputs, of local variable `pieces` (16 bytes), of memory never written, at uninit_offsets.c:30 [main:35]
// run which:32=7 k:32=1
//= input which int x1 at 0 Program
//= input k int x1 at 1 Program
//= fork Switch #1 line 22: 0 1 2 3 4 5 6 7 8 9 -> 7
//= input i int x1 at 2 Program
//= exit 1
// run which:32=8 k:32=1
//= input which int x1 at 0 Program
//= input k int x1 at 1 Program
//= fork Switch #1 line 22: 0 1 2 3 4 5 6 7 8 9 -> 8
//= input i int x1 at 2 Program
//= fork NeverWritten line 35: 1 0 -> 1
//= exit 1
