// Methods that interfaces of the program bring along are called to make states, too; those of the JDK's
// interfaces may make others.
//
// explore: InheritedDefaults$Counted InheritedDefaults$Ticks
// options: --objects both --jobs 1
// findings: java.lang.ArithmeticException 32
// unusual: java.lang.ArithmeticException 50
// tests: confirmed

import java.util.Iterator;

public class InheritedDefaults {
    interface Counting {
        void inc();
    }

    interface Doubling extends Counting {
        default void twice() {
            inc();
            inc();
        }
    }

    public static class Counted implements Doubling {
        private int value;

        public void inc() {
            value += 3;
        }

        public int share() {
            return 10 / (value - 12);
        }
    }

    public static class Ticks implements Iterator<String> {
        private int value;

        public String next() {
            value += value < 5 ? 1 : 0;
            return null;
        }

        public boolean hasNext() {
            return value < 5;
        }

        /** Five calls make it, or one of the JDK's. */
        public int share() {
            return 10 / (value - 5);
        }
    }
}
