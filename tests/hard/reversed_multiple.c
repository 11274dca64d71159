// A number that is reversed when it is multiplied.
//
// witness: 21978
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 10000 || n > 24999)
        return 0;
    unsigned reversed = 0;
    for (unsigned rest = n; rest; rest /= 10)
        reversed = reversed * 10 + rest % 10;
    if (reversed == 4 * n)
        reach_error();
}
