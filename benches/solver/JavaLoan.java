// Interest in double and in long arithmetic: whether a loan is paid back, and whether rounding to
// cents by each of them agrees.
//
// options: JavaLoan.years --strategy dfs --max-paths 40 --solver-time 3

/** A loan of up to 10,000 at five percent. */
public class JavaLoan {
    static int years(int loan, int payment) {
        if (loan < 1 || loan > 10_000 || payment < 1 || payment > 5_000) {
            return -1;
        }
        double owed = loan;
        long cents = loan * 100L;
        for (int year = 1; year <= 2; year++) {
            owed = owed * 1.05 - payment;
            cents = cents + cents / 20 - payment * 100L;
            if (owed <= 0) {
                return cents <= 0 ? year : 10 + year;
            }
        }
        return cents > 0 ? 4 : 14;
    }
}
