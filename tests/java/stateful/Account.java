// A negative balance and money in an account that was never opened cannot come about; money can be frozen by three
// calls.
//
// explore: Account
// options: --objects both --jobs 1
// findings: java.lang.IllegalArgumentException 26, java.lang.IllegalArgumentException 36, java.lang.IllegalStateException 19, java.lang.IllegalStateException 29, java.lang.IllegalStateException 39, java.lang.IllegalStateException 52
// unusual: java.lang.AssertionError 60, java.lang.AssertionError 63
// made: by calls
// tests: confirmed

public class Account {
    private enum State { NEW, OPEN, FROZEN, CLOSED }

    private State state = State.NEW;
    private long balance;

    public void open() {
        if (state != State.NEW) {
            throw new IllegalStateException("opened before");
        }
        state = State.OPEN;
    }

    public void deposit(int amount) {
        if (amount <= 0) {
            throw new IllegalArgumentException("amount");
        }
        if (state != State.OPEN) {
            throw new IllegalStateException("not open");
        }
        balance += amount;
    }

    public void withdraw(int amount) {
        if (amount <= 0) {
            throw new IllegalArgumentException("amount");
        }
        if (state != State.OPEN || amount > balance) {
            throw new IllegalStateException("refused");
        }
        balance -= amount;
    }

    public void freeze() {
        if (state == State.OPEN) {
            state = State.FROZEN;
        }
    }

    public void close() {
        if (state == State.FROZEN && balance > 0) {
            throw new IllegalStateException("money is frozen");
        }
        balance = 0;
        state = State.CLOSED;
    }

    public long balance() {
        if (balance < 0) {
            throw new AssertionError("overdrawn");
        }
        if (state == State.NEW && balance != 0) {
            throw new AssertionError("money in an account that is not open");
        }
        return balance;
    }
}
