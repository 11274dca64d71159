// Coins and earnings stay whole; two large ones are more than it has change for, and one piece is sold out by two
// purchases.
//
// explore: VendingMachine
// options: --objects both --jobs 1
// findings: java.lang.IllegalArgumentException 20, java.lang.IllegalArgumentException 27, java.lang.IllegalStateException 30, java.lang.IllegalStateException 33, java.lang.UnsupportedOperationException 43
// unusual: java.lang.AssertionError 36, java.lang.AssertionError 50, java.lang.AssertionError 53, java.lang.NullPointerException 26
// made: by calls
// tests: confirmed

public class VendingMachine {
    private static final int PRICE = 150;

    private final int[] stock = {1, 2};
    private int inserted;
    private int earned;

    public void insert(int coin) {
        if (coin != 50 && coin != 100 && coin != 200) {
            throw new IllegalArgumentException("coin");
        }
        inserted += coin;
    }

    public int buy(int product) {
        if (product < 0 || product >= stock.length) {
            throw new IllegalArgumentException("product");
        }
        if (inserted < PRICE) {
            throw new IllegalStateException("too little");
        }
        if (stock[product] == 0) {
            throw new IllegalStateException("sold out");
        }
        if (stock[product] < 0) {
            throw new AssertionError("sold what is not there");
        }
        stock[product]--;
        earned += PRICE;
        int change = inserted - PRICE;
        inserted = 0;
        if (change == 250) {
            throw new UnsupportedOperationException("no coins for so much");
        }
        return change;
    }

    public int earned() {
        if (earned % PRICE != 0) {
            throw new AssertionError("part of a price");
        }
        if (inserted < 0 || inserted % 50 != 0) {
            throw new AssertionError("strange coins");
        }
        return earned;
    }
}
