// An amount that loses a cent when it is converted.
//
// witness: 19.99
double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double price = __VERIFIER_nondet_double();
    int cents = (int)(price * 100);
    if (price >= 19.99 && price < 19.995 && cents == 1998)
        reach_error();
}
