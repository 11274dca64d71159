// Rosenbrock's function in four floats.
//
// witness: 1 1 1 1
float __VERIFIER_nondet_float(void);
void reach_error(void);

int main(void) {
    float x[4];
    for (int i = 0; i < 4; i++)
        x[i] = __VERIFIER_nondet_float();
    float sum = 0;
    for (int i = 0; i < 3; i++) {
        float slope = x[i + 1] - x[i] * x[i], rest = 1 - x[i];
        sum += 100 * slope * slope + rest * rest;
    }
    if (sum <= 1e-6f)
        reach_error();
}
