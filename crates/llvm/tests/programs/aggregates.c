/* Structures, unions, arrays and bit-fields, by value and by reference. */
#include <stdio.h>
#include <string.h>

struct one { char c; };
struct pair { int a, b; };
struct mixed { int a; double d; };
struct floats { float x, y; };
struct three { float x, y, z; };
struct wide { long a, b; };
struct big { int v[10]; char tail; };
struct packed { char a; int b; short c; } __attribute__((packed));
union both { int i; float f; char c[8]; };
struct bits { unsigned a : 3; int b : 5; unsigned long long c : 40; _Bool d : 1; int : 0; unsigned e : 17; };
struct nested { struct pair p[2]; union both u; struct { int x; } inner; };
struct longd { long double l; int i; };
struct empty { };
struct flexible { int n; int v[]; };

static struct one one(struct one v) { v.c++; return v; }
static struct pair pair(struct pair v, int k) { return (struct pair){v.b * k, v.a}; }
static struct mixed mixed(struct mixed v) { v.d += v.a; return v; }
static struct floats floats(struct floats v) { return (struct floats){v.y, v.x * 2}; }
static struct three three(struct three v) { return (struct three){v.z, v.x, v.y}; }
static struct wide wide(struct wide v) { return (struct wide){v.b, v.a + 1}; }
static struct big big(struct big v) { for (int i = 0; i < 10; i++) v.v[i] *= 2; v.tail++; return v; }
static struct packed packed(struct packed v) { v.b += v.a * v.c; return v; }
static union both both(union both v) { v.i ^= 0x1010; return v; }
static struct longd longd(struct longd v) { v.l *= v.i; return v; }
static struct empty empty(struct empty v) { return v; }
static struct nested nested(struct nested v) { v.p[1] = pair(v.p[0], 3); v.inner.x = v.u.c[1]; return v; }
static int many(struct pair a, struct big b, struct wide c, struct big d, double e, struct floats f) {
    return a.a + b.v[9] + (int)c.b + d.tail + (int)e + (int)f.y;
}

static struct big global = {{1, 2, 3}, 'x'};
static const struct nested constant = {{{1, 2}, {3, 4}}, {.f = 1.5f}, {7}};

static struct bits bits(struct bits b) {
    b.a += 6, b.b -= 13, b.c = b.c * 3 + 1, b.d = !b.d, b.e = ~b.e;
    return b;
}

int main(int argc, char **argv) {
    (void)argv;
    struct one o = one((struct one){'a'});
    struct pair p = pair((struct pair){1, 2}, argc + 4);
    struct mixed m = mixed((struct mixed){3, 1.25});
    struct floats f = floats((struct floats){1.5f, 2.5f});
    struct three t = three((struct three){1, 2, 3});
    struct wide w = wide((struct wide){1L << 20, -1});
    struct packed k = packed((struct packed){2, 1000000, -3});
    union both u = both((union both){.i = 0x41424344});
    struct longd l = longd((struct longd){1.5L, 4});
    (void)empty((struct empty){});
    global = big(global);
    struct nested n = nested(constant);
    printf("%c %d %d %d %g %g %g\n", o.c, p.a, p.b, m.a, m.d, f.x, f.y);
    printf("%g %g %g %ld %ld %d %.4s %d\n", t.x, t.y, t.z, w.a, w.b, k.b, u.c, (int)(l.l * 10));
    for (int i = 0; i < 10; i++)
        printf("%d ", global.v[i]);
    printf("%c %zu %zu %zu\n", global.tail, sizeof(struct packed), sizeof(struct nested), sizeof(struct bits));
    printf("%d %d %d %d\n", n.p[1].a, n.p[1].b, n.inner.x, n.u.i);
    printf("%d\n", many(p, global, w, global, 2.5, f));
    struct bits b = {1, -2, 123456789, 1, 99};
    for (int i = 0; i < 5; i++)
        b = bits(b), printf("%u %d %lu %d %u\n", b.a, b.b, (unsigned long)b.c, b.d, b.e);
    struct big copies[3];
    memset(copies, 0, sizeof copies);
    copies[1] = global, copies[2] = copies[1], copies[0] = copies[2];
    copies[2].v[argc] = 77;
    printf("%d %d %d\n", memcmp(&copies[0], &copies[1], sizeof copies[0]), copies[2].v[1], copies[0].v[2]);
    struct pair (*fn)(struct pair, int) = argc > 100 ? 0 : pair;
    p = fn(p, 2);
    printf("%d %d\n", p.a, p.b);
    struct pair choice = argc > 1 ? p : pair(p, -1);
    printf("%d %d\n", choice.a, choice.b);
    char buffer[sizeof(struct flexible) + 3 * sizeof(int)];
    struct flexible *x = (struct flexible *)buffer;
    x->n = 3;
    for (int i = 0; i < x->n; i++)
        x->v[i] = i * i;
    printf("%d %d\n", x->v[2], (int)((char *)&x->v[1] - buffer));
    return 0;
}
