// explore: UnmadeInputs.share UnmadeInputs.described
// options: --all-paths
// findings: java.lang.ArithmeticException 22
// tests: confirmed

import java.math.BigDecimal;

/**
 * Nobody but its own code knows how a BigDecimal is made: with one that is not null no path goes on,
 * so that nothing is found on it that no test can show, and no test is written with null instead.
 */
public class UnmadeInputs {
    static int share(BigDecimal amount, int parts) {
        if (amount != null) {
            return 10 / parts;
        }
        return 0;
    }

    static int described(BigDecimal amount, int parts) {
        if (amount == null) {
            return 10 / parts;
        }
        return amount.scale();
    }
}
