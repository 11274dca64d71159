// State in static fields from the initialisation of the class on.
import wayfarer.Wayfarer;

class Phases {
    static int phase = 1;
    static boolean done;

    static void step() {
        if (phase == 1 && Wayfarer.anyBoolean("go"))
            phase = 2;
        else if (phase == 2)
            phase = 4;
        else if (phase == 4) {
            phase = 1;
            done = true;
        }
    }

    static int f() {
        for (;;) {
            step();
            if (phase == 3)
                return 1; // never
            if (done && phase == 5)
                return 2; // never
            if (done && phase == 2)
                return 3; // sometimes
        }
    }
}
