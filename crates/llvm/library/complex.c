/* complex.h: complex numbers and their functions; and what compilers call for products and quotients. */
#include "library.h"

#include "math_functions.h"
#include <float.h>

#define SIMPLE(T, s)                                                                               \
    T creal##s(T _Complex z) { return __real__ z; }                                                \
    T cimag##s(T _Complex z) { return __imag__ z; }                                                \
    T _Complex conj##s(T _Complex z) {                                                             \
        __imag__ z = -__imag__ z;                                                                  \
        return z;                                                                                  \
    }                                                                                              \
    T _Complex cproj##s(T _Complex z) {                                                            \
        T const infinity = (T)__builtin_inf();                                                     \
        if (__builtin_elementwise_abs(__real__ z) == infinity ||                                   \
            __builtin_elementwise_abs(__imag__ z) == infinity) {                                   \
            __imag__ z = __builtin_elementwise_copysign((T)0, __imag__ z);                         \
            __real__ z = infinity;                                                                 \
        }                                                                                          \
        return z;                                                                                  \
    }

SIMPLE(double, )
SIMPLE(float, f)
SIMPLE(long double, l)

#define IS_NAN(x) ((x) != (x))
#define MAGNITUDE(x) __builtin_elementwise_abs(x)
#define IS_INFINITE(x) (MAGNITUDE(x) == (__typeof__(x))__builtin_inf())
/* An infinite part as one, a finite one as zero, with its sign. */
#define BOXED(T, x) __builtin_elementwise_copysign(IS_INFINITE(x) ? (T)1 : (T)0, x)
#define WITHOUT_NAN(T, x) (IS_NAN(x) ? __builtin_elementwise_copysign((T)0, x) : (x))

/* Annex G.5.1 of C17: infinities that come out as two NaNs are found again. */
#define MULTIPLICATION(T, name)                                                                    \
    T _Complex name(T a, T b, T c, T d) {                                                          \
        T ac = a * c, bd = b * d, ad = a * d, bc = b * c;                                          \
        T _Complex z;                                                                              \
        __real__ z = ac - bd;                                                                      \
        __imag__ z = ad + bc;                                                                      \
        if (!(IS_NAN(__real__ z) && IS_NAN(__imag__ z)))                                           \
            return z;                                                                              \
        bool again = false;                                                                        \
        if (IS_INFINITE(a) || IS_INFINITE(b)) {                                                    \
            a = BOXED(T, a), b = BOXED(T, b);                                                      \
            c = WITHOUT_NAN(T, c), d = WITHOUT_NAN(T, d);                                          \
            again = true;                                                                          \
        }                                                                                          \
        if (IS_INFINITE(c) || IS_INFINITE(d)) {                                                    \
            c = BOXED(T, c), d = BOXED(T, d);                                                      \
            a = WITHOUT_NAN(T, a), b = WITHOUT_NAN(T, b);                                          \
            again = true;                                                                          \
        }                                                                                          \
        if (!again && (IS_INFINITE(ac) || IS_INFINITE(bd) || IS_INFINITE(ad) || IS_INFINITE(bc))) {\
            a = WITHOUT_NAN(T, a), b = WITHOUT_NAN(T, b);                                          \
            c = WITHOUT_NAN(T, c), d = WITHOUT_NAN(T, d);                                          \
            again = true;                                                                          \
        }                                                                                          \
        if (again) {                                                                               \
            __real__ z = (T)__builtin_inf() * (a * c - b * d);                                     \
            __imag__ z = (T)__builtin_inf() * (a * d + b * c);                                     \
        }                                                                                          \
        return z;                                                                                  \
    }

MULTIPLICATION(double, __muldc3)
MULTIPLICATION(float, __mulsc3)
MULTIPLICATION(long double, __mulxc3)

/* Annex G.5.2: what is infinite or zero of a quotient of which both parts came out as NaN. */
#define RECOVERED(T, s)                                                                            \
    static T _Complex recovered##s(T _Complex z, T a, T b, T c, T d) {                             \
        T const infinity = (T)__builtin_inf();                                                     \
        if (!(IS_NAN(__real__ z) && IS_NAN(__imag__ z)))                                           \
            return z;                                                                              \
        if (c == 0 && d == 0 && (!IS_NAN(a) || !IS_NAN(b))) {                                      \
            __real__ z = __builtin_elementwise_copysign(infinity, c) * a;                          \
            __imag__ z = __builtin_elementwise_copysign(infinity, c) * b;                          \
        } else if ((IS_INFINITE(a) || IS_INFINITE(b)) && MAGNITUDE(c) < infinity &&                \
                   MAGNITUDE(d) < infinity) {                                                      \
            a = BOXED(T, a), b = BOXED(T, b);                                                      \
            __real__ z = infinity * (a * c + b * d);                                               \
            __imag__ z = infinity * (b * c - a * d);                                               \
        } else if ((IS_INFINITE(c) || IS_INFINITE(d)) && MAGNITUDE(a) < infinity &&                \
                   MAGNITUDE(b) < infinity) {                                                      \
            c = BOXED(T, c), d = BOXED(T, d);                                                      \
            __real__ z = 0 * (a * c + b * d);                                                      \
            __imag__ z = 0 * (b * c - a * d);                                                      \
        }                                                                                          \
        return z;                                                                                  \
    }

RECOVERED(double, )
RECOVERED(float, f)
RECOVERED(long double, l)

/*
 * Smith's division with the scaling of Baudin and Smith ("A Robust Complex Division in Scilab", 2012), as
 * libgcc has it: by the larger part of the divisor. `small` and `large` are its two parts by magnitude.
 */
#define DIVISION(T, s, name, greatest, least, epsilon)                                             \
    static bool is_lost##s(T x, T y, T large) {                                                    \
        T const limit = greatest / 2 * epsilon;                                                    \
        return MAGNITUDE(x) < least && MAGNITUDE(y) < limit && MAGNITUDE(large) < limit;           \
    }                                                                                              \
    T _Complex name(T a, T b, T c, T d) {                                                          \
        bool swapped = MAGNITUDE(c) < MAGNITUDE(d);                                                \
        T large = swapped ? d : c, small = swapped ? c : d;                                        \
        T x = a, y = b;                                                                            \
        if (MAGNITUDE(large) >= greatest / 2)                                                      \
            x /= 2, y /= 2, large /= 2, small /= 2;                                                \
        if (MAGNITUDE(large) < epsilon || is_lost##s(x, y, large) || is_lost##s(y, x, large))        \
            x /= epsilon, y /= epsilon, large /= epsilon, small /= epsilon;                        \
        T ratio = small / large, divisor = small * ratio + large;                                  \
        bool plain = MAGNITUDE(ratio) > least;                                                     \
        T of_x = plain ? x * ratio : small * (x / large), of_y = plain ? y * ratio : small * (y / large); \
        T _Complex z;                                                                              \
        __real__ z = (swapped ? of_x + y : x + of_y) / divisor;                                    \
        __imag__ z = (swapped ? of_y - x : y - of_x) / divisor;                                    \
        return recovered##s(z, x, y, swapped ? small : large, swapped ? large : small);            \
    }

DIVISION(double, , __divdc3, DBL_MAX, DBL_MIN, DBL_EPSILON)
DIVISION(long double, l, __divxc3, LDBL_MAX, LDBL_MIN, LDBL_EPSILON)

/* Of floats in double. */
float _Complex __divsc3(float a, float b, float c, float d) {
    double x = (double)a, y = (double)b, v = (double)c, w = (double)d, divisor = v * v + w * w;
    float _Complex z;
    __real__ z = (float)((x * v + y * w) / divisor);
    __imag__ z = (float)((y * v - x * w) / divisor);
    return recoveredf(z, a, b, c, d);
}

/* The machine has the host compute them; for long double the double function stands in. */
#define HOST(number, name)                                                                         \
    double _Complex name(double _Complex z) {                                                      \
        double _Complex result;                                                                    \
        __real__ result = of_host(wf__math2(number, __real__ z, __imag__ z));                      \
        __imag__ result = of_host(wf__math2(number + 1, __real__ z, __imag__ z));                  \
        return result;                                                                             \
    }                                                                                              \
    float _Complex name##f(float _Complex z) {                                                     \
        double x = (double)__real__ z, y = (double)__imag__ z;                                     \
        float _Complex result;                                                                     \
        __real__ result = (float)of_host(wf__math2(number + 2, x, y));                             \
        __imag__ result = (float)of_host(wf__math2(number + 3, x, y));                             \
        return result;                                                                             \
    }                                                                                              \
    long double _Complex name##l(long double _Complex z) {                                         \
        double x = (double)__real__ z, y = (double)__imag__ z;                                     \
        long double _Complex result;                                                               \
        wf__approximation("long-double");                                                          \
        __real__ result = of_host(wf__math2(number, x, y));                                        \
        __imag__ result = of_host(wf__math2(number + 1, x, y));                                    \
        return result;                                                                             \
    }

MATH_FUNCTIONS_COMPLEX(HOST)

/* As glibc has it: of the logarithm, times the exponent. */
#define POWER(T, s, multiply)                                                                      \
    T _Complex cpow##s(T _Complex base, T _Complex exponent) {                                     \
        T _Complex log = clog##s(base);                                                            \
        return cexp##s(multiply(__real__ exponent, __imag__ exponent, __real__ log, __imag__ log)); \
    }

POWER(double, , __muldc3)
POWER(float, f, __mulsc3)
POWER(long double, l, __mulxc3)
