// A number as a sum of three cubes, of which one is negative.
//
// witness: 7 10 -11
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
    if (x > 0 && x < 100 && y > 0 && y < 100 && z < 0 && z > -100 && x * x * x + y * y * y + z * z * z == 12)
        reach_error();
}
