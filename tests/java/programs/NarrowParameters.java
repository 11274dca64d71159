// A constructor and a setter take less than the field that they assign holds: tests compile.
//
// explore: NarrowParameters.kind NarrowParameters$Task.kind
// options: --objects any-state
// findings: none
// tests: confirmed
// branches: all

public class NarrowParameters {
    private final Object held;

    public NarrowParameters(Boolean held) {
        this.held = held;
    }

    int kind() {
        if (held instanceof Integer) return 1;
        if (held instanceof String) return 2;
        return held == null ? 3 : 4;
    }

    public static class Task {
        private Object held;

        public void setHeld(Runnable held) {
            this.held = held;
        }

        int kind() {
            return held instanceof String ? 1 : 2;
        }
    }
}
