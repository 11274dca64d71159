// The digits of a card as one number.
//
// witness: 5577779779797779L
public class CardNumber {
    static void reached() {
        throw new IllegalStateException("reached");
    }

    static void check(long number) {
        if (number < 5_100_000_000_000_000L || number > 5_599_999_999_999_999L) return;
        int sum = 0, sevens = 0;
        for (int i = 0; i < 16; i++) {
            int digit = (int) (number % 10);
            number /= 10;
            int weighted = i % 2 == 0 ? digit : digit * 2;
            sum += weighted > 9 ? weighted - 9 : weighted;
            sevens += digit == 7 ? 1 : 0;
        }
        if (sum % 10 == 0 && sum > 80 && sevens >= 6) reached();
    }
}
