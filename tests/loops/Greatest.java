// The greatest seen is not less than the last one.
import wayfarer.Wayfarer;

class Greatest {
    static int f() {
        int greatest = Wayfarer.anyInt("first"), last = greatest;
        while (Wayfarer.anyBoolean("more")) {
            last = Wayfarer.anyInt("next");
            if (last > greatest)
                greatest = last;
            if (greatest < last)
                return 1; // never
        }
        if (greatest < last)
            return 2; // never
        if (greatest > last)
            return 3; // sometimes
        return 0;
    }
}
