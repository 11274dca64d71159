// A temperature that is another one after it was converted there and back.
//
// witness: 913
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int f = __VERIFIER_nondet_int();
    if (f < -100 || f > 1000)
        return 0;
    float celsius = (f - 32) / 1.8f;
    int tenths = (int)(celsius * 10);
    int again = (int)(tenths / 10.0f * 9 / 5 + 32);
    if (again < f && tenths % 100 == 94)
        reach_error();
}
