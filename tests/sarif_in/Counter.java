// What reads a static variable may do otherwise after other calls.
// scan:

public class Counter {
    private static int count = 0;

    public static void add() {
        count++;
    }

    public static int share() {
        String name = count == 0 ? "none" : null;
        if (count > 0) {
            return name.length(); //= NP_NULL_ON_SOME_PATH: open (classes may have been used before)
        }
        return 0;
    }
}
