// An integer that no float holds, whose square ends in a given way.
//
// witness: 18698371
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    float f = (float)n;
    if (n > 16777216 && n < 20000000 && (int)f != n && (long)n * n % 1000 == 641)
        reach_error();
}
