// A number of three factors of about one size.
//
// witness: 1009 1013 1019
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
    if (x > 1 && x < y && y < z && z < 2000 && (long)x * y * z == 1041537223L)
        reach_error();
}
