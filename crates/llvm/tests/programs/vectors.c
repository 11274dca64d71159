/* Vector extensions, and loops that -O2 vectorises. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef int v4si __attribute__((vector_size(16)));
typedef unsigned v4su __attribute__((vector_size(16)));
typedef float v4sf __attribute__((vector_size(16)));
typedef double v2df __attribute__((vector_size(16)));
typedef signed char v16qi __attribute__((vector_size(16)));
typedef short v8hi __attribute__((vector_size(16)));
typedef long v2di __attribute__((vector_size(16)));
typedef int v8si __attribute__((vector_size(32)));
typedef _Bool bool8 __attribute__((ext_vector_type(8)));
typedef int i3 __attribute__((ext_vector_type(3)));

static v4si global = {1, -2, 3, -4};
static v4si table[2] = {{1, 2, 3, 4}, {5, 6, 7, 8}};

static void put(const char *name, v4si v) { printf("%s %d %d %d %d\n", name, v[0], v[1], v[2], v[3]); }
static void putf(const char *name, v4sf v) { printf("%s %g %g %g %g\n", name, v[0], v[1], v[2], v[3]); }
static v4si shuffle(v4si a, v4si b) { return __builtin_shufflevector(a, b, 0, 5, 2, 7); }
static v4si choose(v4si c, v4si a, v4si b) { return (a & c) | (b & ~c); }
static v4sf scale(v4sf v, float f) { return v * f + (v4sf){1, 2, 3, 4}; }
static int at(v4si v, int i) { return v[i & 3]; }
static v4si with(v4si v, int i, int x) { v[i & 3] = x; return v; }

static int data[64];
static unsigned char bytes[64];
static float reals[64];
static double doubles[64];

static int sum(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
static int maximum(const int *p, int n) { int m = p[0]; for (int i = 1; i < n; i++) m = p[i] > m ? p[i] : m; return m; }
static int positives(const int *p, int n) { int c = 0; for (int i = 0; i < n; i++) c += p[i] > 0; return c; }
static void saxpy(float *y, const float *x, float a, int n) { for (int i = 0; i < n; i++) y[i] += a * x[i]; }
static void widen(int *to, const unsigned char *from, int n) { for (int i = 0; i < n; i++) to[i] = from[i] * 3 - 100; }
static void narrow(unsigned char *to, const int *from, int n) { for (int i = 0; i < n; i++) to[i] = (unsigned char)(from[i] >> 2); }
static void conditional(int *p, int n) { for (int i = 0; i < n; i++) if (p[i] & 1) p[i] = -p[i]; else p[i] += 5; }
static unsigned xors(const unsigned *p, int n) { unsigned x = 0; for (int i = 0; i < n; i++) x ^= p[i] * 2654435761u; return x; }
static void convert(double *to, const int *from, int n) { for (int i = 0; i < n; i++) to[i] = from[i] / 3.0; }
static int equal(const unsigned char *a, const unsigned char *b, int n) { for (int i = 0; i < n; i++) if (a[i] != b[i]) return 0; return 1; }
static void stride(int *p, int n) { for (int i = 0; i < n / 2; i++) { int t = p[2 * i]; p[2 * i] = p[2 * i + 1]; p[2 * i + 1] = t + 1; } }
static void reverse(int *p, int n) { for (int i = 0; i < n / 2; i++) { int t = p[i]; p[i] = p[n - 1 - i]; p[n - 1 - i] = t; } }

int main(int argc, char **argv) {
    (void)argv;
    v4si a = global, b = {10, 20, 30, 40};
    put("add", a + b), put("sub", a - b), put("mul", a * b), put("div", b / a), put("rem", b % (a + 5));
    put("and", a & b), put("shl", b << 2), put("shr", a >> 1), put("lt", a < b), put("eq", a == global);
    put("neg", -a), put("not", ~a), put("sel", choose(a > 0, a, b));
    put("shuffle", shuffle(a, b)), put("with", with(a, argc + 1, 99)), put("table", table[argc]);
    printf("at %d\n", at(b, argc + 1));
    v4su u = (v4su)a;
    put("ushr", (v4si)(u >> 28)), put("udiv", (v4si)(u / 7));
    v4sf f = scale((v4sf){1.5f, 2, -3, 0}, 2);
    putf("scale", f), putf("div", f / 3), put("convert", __builtin_convertvector(f, v4si));
    putf("back", __builtin_convertvector(a, v4sf));
    put("fcmp", f > 2.0f), put("bits", (v4si)f);
    v2df d = {1.25, -2.5};
    d = d * d - 1;
    printf("%g %g\n", d[0], d[1]);
    v16qi q = (v16qi)b;
    v8hi h = (v8hi)(q + q);
    v2di l = (v2di)h;
    printf("%d %d %ld %ld\n", q[4], h[2], l[0], l[1]);
    v8si wide = {1, 2, 3, 4, 5, 6, 7, 8};
    wide = wide * wide;
    printf("%d %d %d\n", wide[0], wide[7], __builtin_reduce_add(wide));
    printf("%d %d %d %d\n", __builtin_reduce_max(a), __builtin_reduce_min(a), __builtin_reduce_xor(a), __builtin_reduce_or(a));
    i3 three = {1, 2, 3};
    three += three.zxy;
    printf("%d %d %d\n", three.x, three.y, three.z);
    bool8 flags = {1, 0, 1, 1, 0, 0, 1, 0};
    flags[argc] = 1;
    unsigned char packed;
    memcpy(&packed, &flags, 1);
    printf("%d %d\n", packed, flags[2]);
    for (int i = 0; i < 64; i++)
        data[i] = (i * 7919) % 101 - 50, bytes[i] = (unsigned char)(i * 37), reals[i] = (float)i / 4, doubles[i] = 0;
    int n = 60 + argc;
    printf("%d %d %d %u\n", sum(data, n), maximum(data, n), positives(data, n), xors((unsigned *)data, n));
    saxpy(reals, reals, 1.5f, n);
    conditional(data, n), stride(data, n), reverse(data, n);
    printf("%d %d %g %g\n", data[3], data[40], reals[17], reals[60]);
    convert(doubles, data, n);
    printf("%g %g\n", doubles[9], doubles[60]);
    widen(data, bytes, n);
    unsigned char copy[64];
    memcpy(copy, bytes, 64);
    printf("%d %d", sum(data, n), equal(copy, bytes, n));
    narrow(bytes, data, n);
    printf(" %d %d %d\n", bytes[5], bytes[59], equal(copy, bytes, n));
    return 0;
}
