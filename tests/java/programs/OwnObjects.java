// explore: OwnObjects
// exhaustive: false
// left: input arrays longer than --array-length
// findings: none

/** What private static fields hold of the JDK's classes, nobody can hand over; nor constants of text. */
public class OwnObjects {
    private static final int[] TABLE = {1, 2, 3};
    private static final Object LOCK = new Object();
    public static final String NAME = "name";

    static int sum(int[] all) {
        if (all == null || all.length == 0) return 0;
        return all[0] == 5 ? TABLE[1] : TABLE[2] + NAME.length();
    }

    static boolean isLock(int[] it) {
        return it == null && LOCK != null;
    }
}
