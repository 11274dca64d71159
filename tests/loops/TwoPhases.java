// The second counter moves in the second half only.
class TwoPhases {
    static int f() {
        int x = 0, y = 500000;
        while (x < 1000000) {
            if (x < 500000) {
                x++;
            } else {
                x++;
                y++;
            }
        }
        if (y != 1000000)
            return 1; // never
        return 0;
    }
}
