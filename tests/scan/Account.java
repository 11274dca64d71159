// What is declared, documented or checked on purpose is told apart, and so is what only states that no calls make,
// methods that are not public, and null arguments come to.
//
// functions: Account, Account$Limit
// confirmed: java.lang.ArithmeticException in Account.share, 1 time
// unusual: java.lang.ArithmeticException in Account.part, 1 time
// unusual: java.lang.ArrayIndexOutOfBoundsException in Account.deposit, 1 time
// unusual: java.lang.ArrayIndexOutOfBoundsException in Account.last, 1 time
// unusual: java.lang.NullPointerException in Account.deposit, 1 time
// unusual: java.lang.NullPointerException in Account.last, 1 time
// unusual: java.lang.NullPointerException in Account.length, 1 time
// documented: java.io.IOException in Account.save, 1 time
// documented: java.lang.ArithmeticException in Account.rate, 1 time
// documented: java.lang.IllegalArgumentException in Account.deposit, 1 time
// documented: java.lang.NullPointerException in Account.named, 1 time

import java.io.IOException;
import java.util.Objects;

public class Account {
    private final int[] entries = new int[2];
    private int count;

    public void deposit(int amount) {
        if (amount <= 0) {
            throw new IllegalArgumentException("amount");
        }
        if (count < entries.length) {
            entries[count++] = amount;
        }
    }

    /** No calls make it larger than there are entries. */
    public int last() {
        return count == 0 ? 0 : entries[count - 1];
    }

    public static int share(int sum) {
        return 100 / sum;
    }

    /**
     * A rate.
     *
     * @param sum of what
     * @throws ArithmeticException if there is nothing
     */
    public static int rate(int sum) {
        return 7 / sum;
    }

    public static void save(int how) throws IOException {
        if (how == 3) {
            throw new IOException("how");
        }
    }

    public static String named(String name) {
        return Objects.requireNonNull(name);
    }

    public static int length(int[] numbers) {
        return numbers.length;
    }

    static int part(int n) {
        return 5 / n;
    }

    private static class Hidden {
        int n;
    }

    public static class Limit {
        public int within(int n) {
            return n > 3 ? 3 : n;
        }
    }
}
