// A price that is rounded to another one in two steps.
//
// witness: 32.67497802734375
public class RoundedTwice {
    static void reached() {
        throw new IllegalStateException("reached");
    }

    static void check(double price) {
        if (!(price > 1 && price < 1000)) return;
        long once = Math.round(price * 100);
        long mills = Math.round(price * 1000);
        long twice = Math.round(mills / 10.0);
        if (once != twice && mills % 1000 == 675) reached();
    }
}
