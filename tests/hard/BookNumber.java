// An ISBN with thirteen digits and the one with ten that it stands for end alike.
//
// witness: 3, 7, 6, 7, 5, 5, 4, 0, 5, 4
public class BookNumber {
    static void reached() {
        throw new IllegalStateException("reached");
    }

    static void check(int a, int b, int c, int d, int e, int f, int g, int h, int i, int check) {
        int[] digits = {a, b, c, d, e, f, g, h, i};
        int ten = 0, thirteen = 9 + 3 * 7 + 8;
        for (int at = 0; at < 9; at++) {
            if (digits[at] < 0 || digits[at] > 9) return;
            ten += (10 - at) * digits[at];
            thirteen += (at % 2 == 0 ? 3 : 1) * digits[at];
        }
        if (check == (11 - ten % 11) % 11 && check == (10 - thirteen % 10) % 10 && a == 3 && b * c == 42 && i > h) {
            reached();
        }
    }
}
