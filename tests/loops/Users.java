// The counter is changed by methods.
import wayfarer.Wayfarer;

class Users {
    static int users;

    static boolean enter() {
        if (users >= 10)
            return false;
        users++;
        return true;
    }

    static void leave() {
        if (users > 0)
            users--;
    }

    static int f() {
        users = 0;
        while (Wayfarer.anyBoolean("more")) {
            if (Wayfarer.anyBoolean("in"))
                enter();
            else
                leave();
            if (users > 10)
                return 1; // never
            if (users < 0)
                return 2; // never
            if (users == 4)
                return 3; // sometimes
        }
        return 0;
    }
}
