// explore: GenericBounds.larger
// options: --objects any-state --all-paths --collection-size 1
// paths: 11
// findings: none
// tests: confirmed

import java.util.List;

/** Tests of generic methods compile, whatever the types of their arguments are. */
public class GenericBounds {
    interface Sized extends Comparable<Sized> {
        int size();

        @Override
        default int compareTo(Sized other) {
            return Integer.compare(size(), other.size());
        }
    }

    static class One implements Sized {
        @Override
        public int size() {
            return 1;
        }
    }

    static class Some implements Sized {
        int count;

        @Override
        public int size() {
            return count;
        }
    }

    static <T extends Comparable<? super T>> boolean larger(T first, T second, List<? super T> seen) {
        if (first == null || second == null || seen == null) {
            return false;
        }
        seen.add(second);
        return first.compareTo(second) > 0;
    }
}
