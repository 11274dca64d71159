// Money is lost where both purses are one, and nobody gets into debt.
//
// explore: Transfer
// options: --objects both --jobs 1
// findings: java.lang.IllegalArgumentException 32, java.lang.IllegalStateException 40, java.lang.IllegalStateException 43, java.lang.IllegalStateException 52
// unusual: java.lang.AssertionError 58, java.lang.NullPointerException 42, java.lang.NullPointerException 45, java.lang.NullPointerException 57
// made: by calls
// tests: confirmed

public class Transfer {
    public static class Purse {
        private int money;

        public void fill(int amount) {
            if (amount < 0 || amount > 10000) {
                throw new IllegalArgumentException("amount");
            }
            money += amount;
        }

        public int money() {
            return money;
        }
    }

    private final Purse from;
    private final Purse to;
    private boolean done;

    public Transfer(Purse from, Purse to) {
        if (from == null || to == null) {
            throw new IllegalArgumentException("no purse");
        }
        this.from = from;
        this.to = to;
    }

    public void execute(int amount) {
        if (done) {
            throw new IllegalStateException("done before");
        }
        if (amount <= 0 || amount > from.money) {
            throw new IllegalStateException("not covered");
        }
        int sum = from.money + to.money;
        int left = from.money - amount;
        to.money += amount;
        from.money = left;
        done = true;
        // Wrong for one purse.
        if (from.money + to.money != sum) {
            throw new IllegalStateException("money is lost");
        }
    }

    public int total() {
        if (from.money < 0 || to.money < 0) {
            throw new AssertionError("debts");
        }
        return from.money + to.money;
    }
}
