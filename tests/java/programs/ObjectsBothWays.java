// What calls lead to is told first; an error that takes a balance which no calls bring about is told apart,
// and code that no calls lead to is covered all the same.
//
// explore: ObjectsBothWays
// options: --objects both --jobs 1
// exhaustive: false
// findings: java.lang.IllegalArgumentException 20, java.lang.IllegalArgumentException 31, java.lang.IllegalStateException 34, java.lang.NullPointerException 57, java.lang.NullPointerException 61
// unusual: java.lang.AssertionError 45, java.lang.AssertionError 55
// tests: confirmed
// branches: all
// left: input strings longer than --string-length, input strings with characters above U+00FF

public class ObjectsBothWays {
    private boolean open;
    private int balance;
    private final int limit;

    public ObjectsBothWays(int limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("limit");
        }
        this.limit = limit;
    }

    public void open() {
        open = true;
    }

    public void deposit(int amount) {
        if (amount <= 0 || amount > 1000) {
            throw new IllegalArgumentException("amount");
        }
        if (!open) {
            throw new IllegalStateException("closed");
        }
        balance += amount;
    }

    public int balance() {
        return balance;
    }

    public String rating() {
        if (balance < 0) {
            throw new AssertionError("negative");
        }
        if (balance > 900) {
            return "rich";
        }
        return open ? "poor" : "closed";
    }

    public String named(String name) {
        if (balance < 0) {
            throw new AssertionError("negative");
        }
        return name.isEmpty() ? "none" : name;
    }

    public boolean richer(ObjectsBothWays other) {
        return balance > other.balance;
    }
}
