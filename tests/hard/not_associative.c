// A sum of floats that depends on the order, in a small range.
//
// witness: 0x1.7dcf9c0000000p-3 0x1.7a33c20000000p-2 0x1.30aa220000000p-1
float __VERIFIER_nondet_float(void);
void reach_error(void);

int main(void) {
    float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float(), c = __VERIFIER_nondet_float();
    if (a > 0.1f && a < 0.2f && b > 0.3f && b < 0.4f && c > 0.5f && c < 0.6f && (a + b) + c < a + (b + c) &&
        a * b * c > 0.04f)
        reach_error();
}
