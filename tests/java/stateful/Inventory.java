// Shipping a negative number of pieces makes reservations that never were, and a negative one by overflow.
//
// explore: Inventory
// options: --objects both --jobs 1
// findings: java.lang.AssertionError 45, java.lang.IllegalArgumentException 16, java.lang.IllegalArgumentException 23, java.lang.IllegalStateException 26, java.lang.IllegalStateException 35, java.lang.IllegalStateException 48
// unusual: java.lang.AssertionError 42
// made: by calls
// tests: confirmed

public class Inventory {
    private int available;
    private int reserved;

    public void receive(int pieces) {
        if (pieces <= 0 || pieces > 1000) {
            throw new IllegalArgumentException("pieces");
        }
        available += pieces;
    }

    public void reserve(int pieces) {
        if (pieces <= 0) {
            throw new IllegalArgumentException("pieces");
        }
        if (pieces > available) {
            throw new IllegalStateException("not enough");
        }
        available -= pieces;
        reserved += pieces;
    }

    public void ship(int pieces) {
        // Wrong: pieces may be negative.
        if (pieces > reserved) {
            throw new IllegalStateException("not reserved");
        }
        reserved -= pieces;
    }

    public int total() {
        if (available < 0) {
            throw new AssertionError("available");
        }
        if (reserved < 0) {
            throw new AssertionError("reserved");
        }
        if (reserved > 2000) {
            throw new IllegalStateException("more than ever came");
        }
        return available + reserved;
    }
}
