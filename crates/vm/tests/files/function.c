// options function=target elements=2
// A function under test with free scalars and objects behind its pointers.
struct inner { short a; unsigned char bytes[2]; };
struct outer { int n; double d; struct inner in; struct outer *next; char *name; };
enum color { RED, GREEN };
int target(int n, struct outer *p, const char *s, enum color c, struct inner by_value, void (*f)(void)) {
    if (n > 5) return p->n;
    if (s[0] == 'a') return p[1].next->name[0];
    if (by_value.a == 3) return c;
    f();
    return p->in.bytes[1];
}
// run n:32=6 p[0].n:32=5
//= input n int x1 at 0 Parameter(0)
//= input p leads to object x1 at 1 Heap
//= input s leads to object x1 at 2 Heap
//= input c unsigned int x1 at 3 Parameter(3)
//= input by_value.coerce int x1 at 4 Parameter(4)
//= fork Branch #0 line 7: 1 0 -> 1
//= fork Initialise line 7: 18446744073709551615 0 -> 0
//= input p->n int x1 at 5 Parameter(1)
//= input p->d double x1 at 6 Parameter(1)
//= input p->in.a short x1 at 7 Parameter(1)
//= input p->in.bytes bytes x2 at 8 Parameter(1)
//= input p->next leads to object x1 at 10 Heap
//= input p->name leads to object x1 at 11 Heap
//= bound PointerArguments
//= bound StringLength
//= bound NullPointers
//= exit 0
// run s:8=97
//= input n int x1 at 0 Parameter(0)
//= input p leads to object x1 at 1 Heap
//= input s leads to object x1 at 2 Heap
//= input c unsigned int x1 at 3 Parameter(3)
//= input by_value.coerce int x1 at 4 Parameter(4)
//= fork Branch #0 line 7: 1 0 -> 0
//= fork Initialise line 8: 18446744073709551615 1 -> 1
//= input s bytes x8 at 5 Parameter(2)
//= fork Branch #1 line 8: 1 0 -> 1
//= fork Initialise line 8: 18446744073709551615 0 -> 0
//= input p->n int x1 at 13 Parameter(1)
//= input p->d double x1 at 14 Parameter(1)
//= input p->in.a short x1 at 15 Parameter(1)
//= input p->in.bytes bytes x2 at 16 Parameter(1)
//= input p->next leads to object x1 at 18 Heap
//= input p->name leads to object x1 at 19 Heap
//= bound PointerArguments
//= bound StringLength
//= bound NullPointers
//= error out-of-bounds line 8: read of 8 bytes at offset 64 of `*p` (40 bytes) [target:8]
// run c:32=1 by_value.coerce:32=3
//= input n int x1 at 0 Parameter(0)
//= input p leads to object x1 at 1 Heap
//= input s leads to object x1 at 2 Heap
//= input c unsigned int x1 at 3 Parameter(3)
//= input by_value.coerce int x1 at 4 Parameter(4)
//= fork Branch #0 line 7: 1 0 -> 0
//= fork Initialise line 8: 18446744073709551615 1 -> 1
//= input s bytes x8 at 5 Parameter(2)
//= fork Branch #1 line 8: 1 0 -> 0
//= fork Branch #2 line 9: 1 0 -> 1
//= bound PointerArguments
//= bound StringLength
//= bound NullPointers
//= exit 0
// run
//= input n int x1 at 0 Parameter(0)
//= input p leads to object x1 at 1 Heap
//= input s leads to object x1 at 2 Heap
//= input c unsigned int x1 at 3 Parameter(3)
//= input by_value.coerce int x1 at 4 Parameter(4)
//= fork Branch #0 line 7: 1 0 -> 0
//= fork Initialise line 8: 18446744073709551615 1 -> 1
//= input s bytes x8 at 5 Parameter(2)
//= fork Branch #1 line 8: 1 0 -> 0
//= fork Branch #2 line 9: 1 0 -> 0
//= bound PointerArguments
//= bound StringLength
//= bound NullPointers
//= error null-dereference line 10: call through a null pointer [target:10]
