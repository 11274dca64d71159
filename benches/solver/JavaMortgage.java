// Interest in double and in long arithmetic: years until a loan is paid back, and whether rounding
// to cents by each of them agrees.
//
// options: JavaMortgage.years --strategy dfs --max-paths 60 --solver-time 3

/** A loan of up to 10,000 at a rate in tenths of a percent. */
public class JavaMortgage {
    static int years(int loan, int rate, int payment) {
        if (loan < 1 || loan > 10_000 || rate < 0 || rate > 100 || payment < 1 || payment > 5_000) {
            return -1;
        }
        double owed = loan;
        long cents = loan * 100L;
        for (int year = 1; year <= 3; year++) {
            owed = owed + owed * rate * 0.001 - payment;
            cents = cents + cents * rate / 1000 - payment * 100L;
            if (owed <= 0) {
                return cents <= 0 ? year : 10 + year;
            }
        }
        return cents > 0 ? 4 : 14;
    }
}
