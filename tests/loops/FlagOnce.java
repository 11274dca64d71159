// What is set is never cleared.
import wayfarer.Wayfarer;

class FlagOnce {
    static boolean failed;
    static int count;

    static int f() {
        while (Wayfarer.anyBoolean("more")) {
            if (Wayfarer.anyBoolean("bad"))
                failed = true;
            if (failed)
                count = 1;
        }
        if (count != 0 && !failed)
            return 1; // never
        if (failed && count != 0)
            return 2; // sometimes
        return 0;
    }
}
