// A cursor stays between its ends.
import wayfarer.Wayfarer;

class Cursor {
    static int f(int start, int end) {
        if (start < 0 || start > end)
            return 0;
        int at = start;
        while (at < end) {
            if (Wayfarer.anyBoolean("skip") && end - at >= 4)
                at += 4;
            else
                at += 1;
            if (at > end)
                return 1; // never
        }
        if (at < start)
            return 2; // never
        if (at != end)
            return 3; // never
        return 0;
    }
}
