// A payment by itself: what it says is left is wrong for one amount, and some are refused.
// explore: Purse.pay
// options: --spec ../../tests/specifications/java/purse.spec
// findings: specification-violation 27, java.lang.IllegalArgumentException 28
// verdicts: confirmed
// tests: confirmed
// exhaustive: true
interface Wallet {
    void begin();

    int pay(int amount);

    void commit();

    int balance();
}

class Purse implements Wallet {
    private int balance;
    private int before;

    public void begin() {
        before = balance;
    }

    public int pay(int amount) {
        if (amount < 0) {
            throw new IllegalArgumentException();
        }
        if (amount > 5000) {
            throw new IllegalArgumentException();
        }
        balance -= amount;
        return balance == 77 ? 0 : balance;
    }

    public void commit() {
        before = 0;
    }

    public int balance() {
        return balance;
    }
}
