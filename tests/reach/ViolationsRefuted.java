// Violations are refuted from the transitions of monitors into states that violate, by what the monitors have stored before:
// without a path. One that nothing in the program can cause is refuted by that.
// reach: ViolationsRefuted.use --spec @/data/violations_refuted_java.spec --direction backward --target violation:opening --target violation:closing --target violation:swapping
//   violation:opening: unreachable
//   violation:closing: open (the entry was reached, with things forgotten on the way)
//   violation:swapping: unreachable
// reach: ViolationsRefuted.use --spec @/data/violations_refuted_java.spec --target violation:opening --target violation:closing --target violation:swapping
//   violation:opening: unreachable
//   violation:closing: reached
//   violation:swapping: unreachable
// The method under test is watched itself, and calls one by an interface.
// reach: ViolationsRefuted$Door.pass --spec @/data/violations_refuted_java.spec --direction backward --target violation:opening --target violation:passing
//   violation:opening: open (the entry was reached, with things forgotten on the way)
//   violation:passing: open (the entry was reached, with things forgotten on the way)
// reach: ViolationsRefuted$Door.pass --spec @/data/violations_refuted_java.spec --target violation:opening --target violation:passing
//   violation:opening: reached
//   violation:passing: reached
class ViolationsRefuted {
    static int sum;

    static void open() {
    }

    static void put(int n) {
        sum += n & 7;
    }

    static void swap() {
    }

    static void close() {
    }

    static void use(int n) {
        if (n > 10) {
            open();
        }
        for (int i = 0; i < (n & 7); i++) {
            sum++;
        }
        if (n > 20) {
            put(n);
        }
        if (n > 5) {
            close();
        }
    }

    interface Step {
        void go(int n);
    }

    static final class Door implements Step {
        public void go(int n) {
            put(n);
        }

        void pass(Step step, int n) {
            if (n == 77 && step != null) {
                step.go(n);
            }
        }
    }
}
