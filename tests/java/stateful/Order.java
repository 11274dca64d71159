// Nothing is shipped for nothing and no more refunded than was paid; an order that was shipped is cancelled.
//
// explore: Order
// options: --objects both --jobs 1
// findings: java.lang.IllegalArgumentException 20, java.lang.IllegalStateException 27, java.lang.IllegalStateException 35, java.lang.IllegalStateException 57
// unusual: java.lang.AssertionError 48, java.lang.AssertionError 51, java.lang.AssertionError 54
// made: by calls
// tests: confirmed

public class Order {
    public enum Status { NEW, PAID, SHIPPED, CANCELLED }

    private Status status = Status.NEW;
    private final int items;
    private int paid;
    private int refunded;

    public Order(int items) {
        if (items < 1 || items > 100) {
            throw new IllegalArgumentException("items");
        }
        this.items = items;
    }

    public void pay(int amount) {
        if (status != Status.NEW || amount < items * 10) {
            throw new IllegalStateException("not now, or too little");
        }
        paid = amount;
        status = Status.PAID;
    }

    public void ship() {
        if (status != Status.PAID) {
            throw new IllegalStateException("not paid");
        }
        status = Status.SHIPPED;
    }

    public void cancel() {
        // Wrong: what is on its way cannot be cancelled.
        refunded = paid;
        status = Status.CANCELLED;
    }

    public int income() {
        if (status == Status.SHIPPED && paid == 0) {
            throw new AssertionError("shipped for nothing");
        }
        if (refunded > paid) {
            throw new AssertionError("more refunded than paid");
        }
        if (status == null) {
            throw new AssertionError("no status");
        }
        if (status == Status.CANCELLED && refunded > 900) {
            throw new IllegalStateException("much money goes back");
        }
        return paid - refunded;
    }
}
