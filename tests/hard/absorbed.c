// A float that is lost in a sum, although it is not small.
//
// witness: 16777216 1
float __VERIFIER_nondet_float(void);
void reach_error(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    float y = __VERIFIER_nondet_float();
    if (y >= 1 && x < 2e7f && x > 0 && x + y == x)
        reach_error();
}
