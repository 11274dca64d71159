/*
 * The functions behind wf__math1 and wf__math2, by number. The machine's `math` module has the same
 * table: a line is a number and the function of the host's C library that computes it, the one for
 * double or, with the `f`, the one for float (called with the argument as a float).
 */
#ifndef WFL_MATH_FUNCTIONS_H
#define WFL_MATH_FUNCTIONS_H

/* F(number of the double function, of the float function, name, whether a zero result is an
   underflow): wf__math1. */
#define MATH_FUNCTIONS_1(F) \
    F(0, 1, acos, false) \
    F(2, 3, asin, false) \
    F(4, 5, atan, false) \
    F(6, 7, acosh, false) \
    F(8, 9, asinh, false) \
    F(10, 11, atanh, false) \
    F(12, 13, cos, false) \
    F(14, 15, sin, false) \
    F(16, 17, tan, false) \
    F(18, 19, cosh, false) \
    F(20, 21, sinh, false) \
    F(22, 23, tanh, false) \
    F(24, 25, exp, true) \
    F(26, 27, exp2, true) \
    F(28, 29, exp10, true) \
    F(30, 31, expm1, false) \
    F(32, 33, log, false) \
    F(34, 35, log2, false) \
    F(36, 37, log10, false) \
    F(38, 39, log1p, false) \
    F(40, 41, cbrt, false) \
    F(42, 43, erf, false) \
    F(44, 45, erfc, true) \
    F(46, 47, tgamma, true) \
    F(50, 51, j0, false) \
    F(52, 53, j1, false) \
    F(54, 55, y0, false) \
    F(56, 57, y1, false)

/* The same for wf__math2; the numbering goes on. */
#define MATH_FUNCTIONS_2(F) \
    F(58, 59, atan2, true) \
    F(60, 61, pow, true) \
    F(62, 63, hypot, false)

/* N(number of the double function, of the float function, name): wf__math2, of an order and an argument. */
#define MATH_FUNCTIONS_ORDERED(N) \
    N(64, 65, jn) \
    N(66, 67, yn)

/* C(number, name): wf__math2, of the two parts of a complex number. The number gives the real part of the double
   function, those that follow it its imaginary part, and the two of the float function. */
#define MATH_FUNCTIONS_COMPLEX(C) \
    C(68, cacos) \
    C(72, casin) \
    C(76, catan) \
    C(80, cacosh) \
    C(84, casinh) \
    C(88, catanh) \
    C(92, ccos) \
    C(96, csin) \
    C(100, ctan) \
    C(104, ccosh) \
    C(108, csinh) \
    C(112, ctanh) \
    C(116, cexp) \
    C(120, clog) \
    C(124, csqrt)

/* The library of i386 computes by other ways than that of the host, which gives the last bits otherwise. */
static inline double of_host(double result) {
#ifndef __x86_64__
    wf__approximation("mathematics");
#endif
    return result;
}

/* lgamma and lgammaf: wf__math1. */
enum { MATH_LGAMMA = 48, MATH_LGAMMAF = 49 };

#endif
