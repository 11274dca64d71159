// What other calls would have set before is named: the run finds it as it is initialised.
//
// explore: SetElsewhere.check SetElsewhere.table SetElsewhere$Level.reached
// options: --objects any-state
// exhaustive: true
// findings: none
// notes: static variables as they are initialised: SetElsewhere.count, SetElsewhere$Level.uses
// tests: confirmed

public class SetElsewhere {
    private static int count;
    private static int unread;
    private static int lastCheck;
    private static final int[] TABLE = {1, 2, 3};

    public enum Level {
        LOW,
        HIGH;

        private int uses;

        public void use() {
            uses++;
        }

        public boolean reached(int limit) {
            if (uses > 0) throw new IllegalStateException("used");
            return this == HIGH && limit == 5;
        }
    }

    public static int next() {
        unread = 5;
        return ++count;
    }

    public static int check(int given) {
        if (count == 2) throw new IllegalStateException("the third");
        return given == 3 ? 1 : 2;
    }

    public static int table(int index) {
        return index < 0 || index > 2 ? -1 : TABLE[index];
    }
}
