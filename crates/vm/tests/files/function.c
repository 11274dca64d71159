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
//= input c unsigned int x1 at 1 Parameter(3)
//= input by_value.coerce int x1 at 2 Parameter(4)
//= input p[0].n int x1 at 3 Parameter(1)
//= input p[0].d double x1 at 4 Parameter(1)
//= input p[0].in.a short x1 at 5 Parameter(1)
//= input p[0].in.bytes bytes x2 at 6 Parameter(1)
//= input p[1].n int x1 at 8 Parameter(1)
//= input p[1].d double x1 at 9 Parameter(1)
//= input p[1].in.a short x1 at 10 Parameter(1)
//= input p[1].in.bytes bytes x2 at 11 Parameter(1)
//= input s bytes x2 at 13 Parameter(2)
//= input p[0].next[0].n int x1 at 15 Parameter(1)
//= input p[0].next[0].d double x1 at 16 Parameter(1)
//= input p[0].next[0].in.a short x1 at 17 Parameter(1)
//= input p[0].next[0].in.bytes bytes x2 at 18 Parameter(1)
//= input p[0].name bytes x2 at 20 Parameter(1)
//= input p[1].next[0].n int x1 at 22 Parameter(1)
//= input p[1].next[0].d double x1 at 23 Parameter(1)
//= input p[1].next[0].in.a short x1 at 24 Parameter(1)
//= input p[1].next[0].in.bytes bytes x2 at 25 Parameter(1)
//= input p[1].name bytes x2 at 27 Parameter(1)
//= input p[0].next[0].next[0].n int x1 at 29 Parameter(1)
//= input p[0].next[0].next[0].d double x1 at 30 Parameter(1)
//= input p[0].next[0].next[0].in.a short x1 at 31 Parameter(1)
//= input p[0].next[0].next[0].in.bytes bytes x2 at 32 Parameter(1)
//= input p[0].next[0].name bytes x2 at 34 Parameter(1)
//= input p[1].next[0].next[0].n int x1 at 36 Parameter(1)
//= input p[1].next[0].next[0].d double x1 at 37 Parameter(1)
//= input p[1].next[0].next[0].in.a short x1 at 38 Parameter(1)
//= input p[1].next[0].next[0].in.bytes bytes x2 at 39 Parameter(1)
//= input p[1].next[0].name bytes x2 at 41 Parameter(1)
//= fork Branch #0 line 7: 1 0 -> 1
//= bound PointerArguments
//= bound PointerDepth
//= exit 0
// run n:32=0 p[0].n:32=5 p[0].d:64=0 p[0].in.a:16=1 p[0].in.bytes:8=1,2
//= input n int x1 at 0 Parameter(0)
//= input c unsigned int x1 at 1 Parameter(3)
//= input by_value.coerce int x1 at 2 Parameter(4)
//= input p[0].n int x1 at 3 Parameter(1)
//= input p[0].d double x1 at 4 Parameter(1)
//= input p[0].in.a short x1 at 5 Parameter(1)
//= input p[0].in.bytes bytes x2 at 6 Parameter(1)
//= input p[1].n int x1 at 8 Parameter(1)
//= input p[1].d double x1 at 9 Parameter(1)
//= input p[1].in.a short x1 at 10 Parameter(1)
//= input p[1].in.bytes bytes x2 at 11 Parameter(1)
//= input s bytes x2 at 13 Parameter(2)
//= input p[0].next[0].n int x1 at 15 Parameter(1)
//= input p[0].next[0].d double x1 at 16 Parameter(1)
//= input p[0].next[0].in.a short x1 at 17 Parameter(1)
//= input p[0].next[0].in.bytes bytes x2 at 18 Parameter(1)
//= input p[0].name bytes x2 at 20 Parameter(1)
//= input p[1].next[0].n int x1 at 22 Parameter(1)
//= input p[1].next[0].d double x1 at 23 Parameter(1)
//= input p[1].next[0].in.a short x1 at 24 Parameter(1)
//= input p[1].next[0].in.bytes bytes x2 at 25 Parameter(1)
//= input p[1].name bytes x2 at 27 Parameter(1)
//= input p[0].next[0].next[0].n int x1 at 29 Parameter(1)
//= input p[0].next[0].next[0].d double x1 at 30 Parameter(1)
//= input p[0].next[0].next[0].in.a short x1 at 31 Parameter(1)
//= input p[0].next[0].next[0].in.bytes bytes x2 at 32 Parameter(1)
//= input p[0].next[0].name bytes x2 at 34 Parameter(1)
//= input p[1].next[0].next[0].n int x1 at 36 Parameter(1)
//= input p[1].next[0].next[0].d double x1 at 37 Parameter(1)
//= input p[1].next[0].next[0].in.a short x1 at 38 Parameter(1)
//= input p[1].next[0].next[0].in.bytes bytes x2 at 39 Parameter(1)
//= input p[1].next[0].name bytes x2 at 41 Parameter(1)
//= fork Branch #0 line 7: 1 0 -> 0
//= fork Branch #1 line 8: 1 0 -> 0
//= fork Branch #2 line 9: 1 0 -> 0
//= bound PointerArguments
//= bound PointerDepth
//= error null-dereference line 10: call through a null pointer [target:10]
