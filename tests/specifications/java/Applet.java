// An applet that pays: behind the end of a transaction for one amount, and without a signature for large ones.
// explore: Applet.use
// options: --spec ../../tests/specifications/java/wallet.spec
// findings: specification-violation 16, specification-violation 19
// verdicts: confirmed
// tests: confirmed
// exhaustive: true
class Applet {
    static int use(int amount, boolean twice) {
        Wallet wallet = new Purse();
        wallet.begin();
        if (amount < 1 || amount > 200) {
            return 0;
        }
        if (amount < 101 || Terminal.signed(amount) || amount == 150) {
            wallet.pay(amount);
        }
        wallet.commit();
        return twice && amount == 17 ? wallet.pay(amount) : 0;
    }
}

class Terminal {
    static boolean signed(int amount) {
        return amount % 7 == 2;
    }
}

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
            throw new IllegalStateException();
        }
        balance -= amount;
        return balance;
    }

    public void commit() {
        before = 0;
    }

    public int balance() {
        return balance;
    }
}
