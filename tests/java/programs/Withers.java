// Methods that return another object of their class make inputs as well: the usual way of objects that never change.
//
// explore: Withers$Money.share Withers$Account.rating
// options: --objects both --jobs 1
// exhaustive: false
// findings: java.lang.ArithmeticException 38, java.lang.IllegalStateException 62
// unusual: java.lang.AssertionError 40
// tests: confirmed
// left: input objects that other calls make than sequences of up to --sequence-length, input objects that something else than such calls makes or changes
// written: Withers.Money money = money1.plus(42);
// written: Withers.Account account2 = account1.deposit(10);

public class Withers {
    public static final class Money {
        private final int cents;

        public Money() {
            this(0);
        }

        private Money(int cents) {
            this.cents = cents;
        }

        public Money plus(int more) {
            return more < 0 || more > 1000 ? this : new Money(cents + more);
        }

        public Money same() {
            return this;
        }

        public static Money none() {
            return null;
        }

        public int share() {
            int share = 100 / (cents - 42);
            if (cents < 0)
                throw new AssertionError("negative");
            return share;
        }
    }

    // One that changes, and gives what a deposit has made of it.
    public static class Account {
        private int balance;

        public Account deposit(int amount) {
            if (amount <= 0 || amount > 10)
                return this;
            Account next = new Account();
            next.balance = balance + amount;
            balance = -1;
            return next;
        }

        public int rating() {
            if (balance == -1)
                return 0;
            if (balance > 20)
                throw new IllegalStateException("rich");
            return 1;
        }
    }
}
