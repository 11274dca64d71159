// Objects that something else than calls on them may change: it is counted that sequences do not make all of their states.
//
// explore: StatesByOthers$Poked.check StatesByOthers$Counted.check StatesByOthers$Interrupted.check StatesByOthers$Kept.check
// options: --objects both --jobs 1
// exhaustive: false
// findings: none
// unusual: java.lang.IllegalStateException 27, java.lang.IllegalStateException 45, java.lang.IllegalStateException 60, java.lang.IllegalStateException 75
// tests: confirmed
// left: input objects that other calls make than sequences of up to --sequence-length, input objects that something else than such calls makes or changes, input strings longer than --string-length, input strings with characters above U+00FF

public class StatesByOthers {
    // By a static method of the class above it.
    public static class Base {
        private int x;

        public static void poke(Base base, int value) {
            base.x = value;
        }

        public int x() {
            return x;
        }
    }

    public static class Poked extends Base {
        public int check() {
            if (x() == 42) throw new IllegalStateException("poked");
            return x();
        }
    }

    // By how many there were before.
    public static class Counter {
        static int next;
    }

    public static class Counted {
        private final int number;

        public Counted() {
            number = Counter.next++;
        }

        public int check() {
            if (number == 2) throw new IllegalStateException("the third");
            return number;
        }
    }

    // By a call that fails half-way.
    public static class Interrupted {
        private int state;

        public void set(String text) {
            state = 42;
            state = text.length() & 1;
        }

        public int check() {
            if (state == 42) throw new IllegalStateException("interrupted");
            return state;
        }
    }

    // By nothing else.
    public static class Kept {
        private int state;

        public void set(int value) {
            if (value < 0) throw new IllegalArgumentException();
            state = value & 7;
        }

        public int check() {
            if (state == 42) throw new IllegalStateException("never");
            return state;
        }
    }
}
