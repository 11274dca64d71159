// Two state variables that are one.
import wayfarer.Wayfarer;

class Mirror {
    static int f() {
        int a = 0, b = 0;
        for (;;) {
            int c = Wayfarer.anyInt("c");
            if (c == 1 && a == 0) {
                a = 1;
                b = 10;
            } else if (c == 2 && a == 1) {
                a = 2;
                b = 20;
            } else if (c == 3 && a == 2) {
                a = 0;
                b = 0;
            }
            if (b != 10 * a)
                return 1; // never
            if (b == 20)
                return 2; // sometimes
        }
    }
}
