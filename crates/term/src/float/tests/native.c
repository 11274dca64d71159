// Computes with the machine's own floating point: records from standard input, results to standard
// output. A record is four bytes (operation, format, rounding mode, unused), an integer width in
// four bytes, and three operands of 16 bytes; a result is 16 bytes. All little-endian.
#include <fenv.h>
#include <math.h>
#include <quadmath.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#pragma STDC FENV_ACCESS ON

struct record {
    uint8_t op, format, mode, unused;
    uint32_t width;
    uint8_t operand[3][16];
};

enum { ADD, SUB, MUL, DIV, REM, FMOD, FMA, SQRT, RINT, MIN, MAX, EQ, LT, LE, TO_I64, TO_I32,
       FROM_I64, FROM_U64, TO_HALF, TO_SINGLE, TO_DOUBLE, TO_X87, TO_QUAD };

typedef _Float16 half;
typedef long double x87;
typedef __float128 quad;

#define CASE(OP, TYPE, EXPRESSION) \
    case OP: { volatile TYPE r = EXPRESSION; memcpy(out, (void *)&r, SIZE_##TYPE); return; }
enum { SIZE_half = 2, SIZE_float = 4, SIZE_double = 8, SIZE_x87 = 10, SIZE_quad = 16,
       SIZE_int8_t = 1, SIZE_int32_t = 4, SIZE_int64_t = 8 };

#define FORMAT(TYPE, REM_F, FMOD_F, FMA_F, SQRT_F, RINT_F, MIN_F, MAX_F, LRINT_F) \
static void of_##TYPE(const struct record *in, uint8_t *out) { \
    volatile TYPE a, b, c; \
    int64_t i; uint64_t u; \
    memcpy(&i, in->operand[0], 8); memcpy(&u, in->operand[0], 8); \
    memcpy((void *)&a, in->operand[0], SIZE_##TYPE); \
    memcpy((void *)&b, in->operand[1], SIZE_##TYPE); \
    memcpy((void *)&c, in->operand[2], SIZE_##TYPE); \
    switch (in->op) { \
    CASE(ADD, TYPE, a + b) CASE(SUB, TYPE, a - b) CASE(MUL, TYPE, a * b) CASE(DIV, TYPE, a / b) \
    CASE(REM, TYPE, REM_F(a, b)) CASE(FMOD, TYPE, FMOD_F(a, b)) CASE(FMA, TYPE, FMA_F(a, b, c)) \
    CASE(SQRT, TYPE, SQRT_F(a)) CASE(RINT, TYPE, RINT_F(a)) \
    CASE(MIN, TYPE, MIN_F(a, b)) CASE(MAX, TYPE, MAX_F(a, b)) \
    CASE(EQ, int8_t, a == b) CASE(LT, int8_t, a < b) CASE(LE, int8_t, a <= b) \
    CASE(TO_I64, int64_t, (int64_t)a) CASE(TO_I32, int32_t, (int32_t)a) \
    CASE(FROM_I64, TYPE, (TYPE)i) CASE(FROM_U64, TYPE, (TYPE)u) \
    CASE(TO_HALF, half, (half)a) CASE(TO_SINGLE, float, (float)a) \
    CASE(TO_DOUBLE, double, (double)a) CASE(TO_X87, x87, (x87)a) CASE(TO_QUAD, quad, (quad)a) \
    } \
}

FORMAT(half, remainderf, fmodf, fmaf, sqrtf, rintf, fminf, fmaxf, lrintf)
FORMAT(float, remainderf, fmodf, fmaf, sqrtf, rintf, fminf, fmaxf, lrintf)
FORMAT(double, remainder, fmod, fma, sqrt, rint, fmin, fmax, lrint)
FORMAT(x87, remainderl, fmodl, fmal, sqrtl, rintl, fminl, fmaxl, lrintl)
FORMAT(quad, remainderq, fmodq, fmaq, sqrtq, rintq, fminq, fmaxq, lrintq)

int main(void) {
    struct record in;
    while (fread(&in, sizeof in, 1, stdin) == 1) {
        static const int modes[] = { FE_TONEAREST, -1, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO };
        uint8_t out[16] = { 0 };
        fesetround(modes[in.mode]);
        switch (in.format) {
        case 0: of_half(&in, out); break;
        case 1: of_float(&in, out); break;
        case 2: of_double(&in, out); break;
        case 3: of_x87(&in, out); break;
        case 4: of_quad(&in, out); break;
        }
        fesetround(FE_TONEAREST);
        fwrite(out, sizeof out, 1, stdout);
    }
    return 0;
}
