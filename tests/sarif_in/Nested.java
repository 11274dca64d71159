// Results in classes that are nested, in bodies of lambda expressions and in what runs when a class is first used.
// scan:

public class Nested {
    public static class Inner {
        private final int size;

        public Inner(int size) {
            this.size = size;
        }

        public int share() {
            return 100 / size; //= DIVIDE_BY_ZERO: confirmed
        }
    }

    public static int applied(int n) {
        java.util.function.IntUnaryOperator share = m -> 100 / m; //= DIVIDE_BY_ZERO: confirmed
        return share.applyAsInt(n);
    }
}
