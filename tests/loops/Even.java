// Steps of two keep the last bit.
// time: 5
import wayfarer.Wayfarer;

class Even {
    static int f() {
        int x = 0;
        while (Wayfarer.anyBoolean("more")) {
            if (Wayfarer.anyBoolean("big"))
                x += 6;
            else
                x += 2;
        }
        if (x % 2 == 1)
            return 1; // never
        if (x == 8)
            return 2; // sometimes
        return 0;
    }
}
