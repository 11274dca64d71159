// explore: RefusedRecords.label
// findings: java.lang.IllegalStateException 20
// verdicts: diverged

/**
 * A record whose constructor refuses what the machine takes for an input: the test cannot be arranged,
 * so that it neither confirms the finding nor speaks against it.
 */
public class RefusedRecords {
    record Money(long cents, String currency) {
        Money {
            if (currency == null) {
                throw new IllegalArgumentException("currency");
            }
        }
    }

    static String label(Money money) {
        if (money != null && money.currency() == null) {
            throw new IllegalStateException();
        }
        return "";
    }
}
