// What a generic factory is given is of the type that is asked for, as its callers give it: no cast of a caller fails.
//
// explore: GenericFactories.length
// options: --objects calls --jobs 1
// exhaustive: false
// findings: java.lang.NullPointerException 47, java.lang.NullPointerException 48
// tests: confirmed

import java.util.Set;

public class GenericFactories {
    static final class Box<T> {
        private final T held;
        private Box(T held) {
            this.held = held;
        }
        public static <E> Box<E> of(E held) {
            return new Box<>(held);
        }
        T held() {
            return held;
        }
    }

    static final class Pair<A, B> {
        private final A first;
        private final B second;
        private Pair(A first, B second) {
            this.first = first;
            this.second = second;
        }
        A first() {
            return first;
        }
        B second() {
            return second;
        }
    }

    static final class Pairs {
        public static <B, A> Pair<A, B> swapped(B second, A first) {
            return new Pair<>(first, second);
        }
    }

    static int length(Box<String> box, Pair<Set<Integer>, Integer> pair) {
        int length = box.held().length();
        return pair.first().isEmpty() ? length : pair.second().intValue();
    }
}
