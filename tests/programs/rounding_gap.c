// Interest in double precision and in whole cents: one of them says that a loan is paid back and the other
// that it is not, on few of the 50 million inputs.
//
// exhaustive: true
// findings: assertion 22
// verdicts: confirmed
// tests: confirmed
#include <assert.h>
#include <wayfarer.h>

int main(void) {
    int loan = wf_int("loan"), payment = wf_int("payment");
    if (loan < 1 || loan > 10000 || payment < 1 || payment > 5000)
        return 1;
    double owed = loan;
    long cents = loan * 100L;
    for (int year = 0; year < 2; year++) {
        owed = owed * 1.05 - payment;
        cents = cents + cents / 20 - payment * 100L;
    }
    if (owed > 0)
        assert(cents > 0);
    return 0;
}
