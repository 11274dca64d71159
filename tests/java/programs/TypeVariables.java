// explore: TypeVariables
// options: --all-paths --collection-size 1 --array-length 1
// findings: none
// tests: confirmed
// exhaustive: false

import java.io.Serializable;
import java.util.List;

/** One class stands for a type variable that is bounded by a type with a variable, or by several. */
public class TypeVariables {
    public enum Color { RED { }, GREEN }

    public enum Shape { ROUND }

    interface Priced {
        int price();
    }

    public enum Coin implements Priced {
        CENT, EURO;

        @Override
        public int price() {
            return ordinal() * 100;
        }
    }

    public static class Box<T extends Comparable<T>> {
        public T value;
    }

    /** Sorted by name before the one that is within the bound. */
    static class Aa extends Node<Zz> {
        @Override
        Zz next() {
            return null;
        }
    }

    abstract static class Node<T extends Node<T>> {
        T after;

        T next() {
            return after;
        }
    }

    static class Zz extends Node<Zz> {}

    static <U extends Node<U>> int length(U first) {
        int length = 0;
        for (U node = first; node != null && length < 2; node = node.next()) {
            length++;
        }
        return length;
    }

    static <K extends Comparable<K>, V extends java.util.Collection<K>> boolean begins(V all, K one) {
        for (K other : all == null || one == null ? List.<K>of() : all) {
            return other != null && other.compareTo(one) == 0;
        }
        return false;
    }

    static <T extends Comparable<T>> int compare(T first, T second) {
        return first == null || second == null ? 0 : first.compareTo(second);
    }

    static <T extends Comparable<T>> boolean has(List<T> all, T one) {
        if (all == null) {
            return false;
        }
        for (T other : all) {
            if (other != null && one != null && other.compareTo(one) == 0) {
                return true;
            }
        }
        return false;
    }

    static <E extends Enum<E>> boolean after(E first, E second) {
        return first != null && second != null && first.compareTo(second) > 0;
    }

    static <E extends Enum<E> & Priced> int price(E one) {
        return one == null ? 0 : one.price();
    }

    static <T extends Comparable<T> & Serializable> int both(T first, T second) {
        return first == null || second == null ? 0 : first.compareTo(second);
    }

    static <T extends Comparable<T>> int boxed(Box<T> box, T value) {
        return box == null || box.value == null || value == null ? 0 : box.value.compareTo(value);
    }
}
