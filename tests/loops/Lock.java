// A lock is taken and given back by turns.
import wayfarer.Wayfarer;

class Lock {
    static int f() {
        int lock = 0, now = Wayfarer.anyInt("new"), old;
        do {
            if (lock != 0)
                return 1; // never
            lock = 1;
            old = now;
            if (Wayfarer.anyBoolean("request")) {
                if (lock != 1)
                    return 2; // never
                lock = 0;
                now++;
            }
        } while (now != old);
        if (lock != 1)
            return 3; // never
        return 0;
    }
}
