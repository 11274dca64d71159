// Inputs are made by the calls that users of their classes have: no path has a negative balance, and
// none deposits anything before the account is open.
//
// explore: ObjectsByCalls
// options: --objects calls --jobs 1
// exhaustive: false
// findings: java.lang.IllegalArgumentException 23, java.lang.IllegalArgumentException 34, java.lang.IllegalStateException 37, java.lang.NullPointerException 57
// tests: confirmed
// branches: 15 of 16
// unsupported: none
// limits: none
// left: input objects that other calls make than sequences of up to --sequence-length
// written: objectsByCalls.deposit(901);
// written: ObjectsByCalls objectsByCalls = new ObjectsByCalls(0);

public class ObjectsByCalls {
    private boolean open;
    private int balance;
    private final int limit;

    public ObjectsByCalls(int limit) {
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

    public boolean richer(ObjectsByCalls other) {
        return balance > other.balance;
    }
}
