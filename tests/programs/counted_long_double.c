// Functions for long double are computed in double precision.
// exhaustive: false
// left: a function for long double is computed in double precision at counted_long_double.c:9
// findings: none
#include <math.h>

int main(void) {
    volatile long double x = 2;
    return (int)(sinl(x) * 10);
}
