// A square and a quotient in fixed point.
//
// witness: 433490 264321
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a < 0x10000 || a > 0x400000 || b < 0x10000 || b > 0x400000)
        return 0;
    int square = (int)((long)a * a >> 16), quotient = (int)(((long)a << 16) / b);
    if (square == 0x2bc085 && quotient == 0x1a3d7)
        reach_error();
}
