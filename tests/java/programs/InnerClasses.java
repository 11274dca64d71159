// explore: InnerClasses InnerClasses$Counter InnerClasses$Counter$Step
// options: --objects both
// findings: java.lang.ArithmeticException 28
// unusual: java.lang.IllegalStateException 59
// tests: confirmed
// branches: 23 of 24

/** Objects of inner classes as inputs: the object around them is there. */
public class InnerClasses {
    int limit;

    class Counter {
        int count;

        Counter(int count) {
            this.count = count;
        }

        class Step {
            int width;

            int next() {
                return count + width > limit ? limit : count + width;
            }
        }

        int share() {
            return 100 / limit;
        }

        InnerClasses around() {
            return InnerClasses.this;
        }
    }

    static int counted(Counter counter) {
        if (counter == null) return 0;
        if (counter.around() == null) throw new IllegalStateException();
        return counter.count > counter.around().limit ? 1 : 2;
    }

    /** The objects around two of them may be one. */
    static int both(Counter one, Counter other) {
        if (one == null || other == null || one == other) return 0;
        return one.around() == other.around() ? 1 : 2;
    }

    private class Hidden {
        private final int[] values;

        private Hidden(int[] values) {
            this.values = values.clone();
        }
    }

    int hidden(Hidden hidden, Object other) {
        if (hidden == null) return 0;
        if (other instanceof Counter.Step step && step.width == limit) {
            throw new IllegalStateException();
        }
        return hidden.values == null ? 1 : 2;
    }
}
