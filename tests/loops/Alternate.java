// Two parties take turns.
import wayfarer.Wayfarer;

class Alternate {
    static int f() {
        int turn = 0, a = 0, b = 0;
        while (Wayfarer.anyBoolean("more")) {
            if (turn == 0) {
                a++;
                turn = 1;
            } else {
                b++;
                turn = 0;
            }
        }
        if (turn == 0 && a != b)
            return 1; // never
        if (turn == 1 && a - b != 1)
            return 2; // never
        if (turn != 0 && turn != 1)
            return 3; // never
        return 0;
    }
}
