// What makes or changes objects behind the back of their classes' methods: sequences of calls do not make all of their states.
//
// explore: MadeByOthers$Ticket MadeByOthers$Bumped MadeByOthers$Referred MadeByOthers$Handled MadeByOthers$Touched
// options: --objects both --jobs 1 --sequence-length 2
// exhaustive: false
// tests: confirmed

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.IntFunction;

public class MadeByOthers {
    // By how many were made before.
    public static class Ticket {
        private static int next;
        private final int id;

        private Ticket(int id) {
            this.id = id;
        }

        public static Ticket create() {
            return new Ticket(++next);
        }

        public int share() {
            return 10 / (id - 3);
        }
    }

    // By a reference to a private method.
    public static class Bumped {
        private int x;

        private void bump() {
            x = 77;
        }

        public static Runnable bumper(Bumped of) {
            return of == null ? null : of::bump;
        }

        public int share() {
            return 10 / (x - 77);
        }
    }

    // By a reference to a private constructor.
    public static class Referred {
        private final int x;

        public Referred() {
            x = 0;
        }

        private Referred(int x) {
            this.x = x;
        }

        public static IntFunction<Referred> maker() {
            return Referred::new;
        }

        public int share() {
            return 10 / (x - 77);
        }
    }

    // By a handle.
    public static class Handled {
        private static final VarHandle X;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(Handled.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        private int x;

        public static void poke(Handled of) {
            if (of != null) X.set(of, 9);
        }

        public int share() {
            return 10 / (x - 9);
        }
    }

    // Calls change what is no object's.
    public static class Touched {
        private static int count;

        public void touch() {
            count++;
        }

        public int share() {
            return 10 / (count - 4);
        }
    }
}
