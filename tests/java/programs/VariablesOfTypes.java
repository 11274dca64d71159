// What may stand for a type variable excludes no input: below `super`, of classes around, with bounds that recur, in arrays, and raw.
//
// explore: VariablesOfTypes
// options: --objects any-state
// findings: none
// branches: all

import java.util.function.Function;

public class VariablesOfTypes {
    interface Rank<T> {
        int of(T given);
    }

    static class OfText implements Rank<String> {
        @Override
        public int of(String given) {
            return 1;
        }
    }

    static class OfArrays<T> implements Rank<T[]> {
        @Override
        public int of(T[] given) {
            return 1;
        }
    }

    @SuppressWarnings("rawtypes")
    static class Raw implements Rank {
        @Override
        public int of(Object given) {
            return 1;
        }
    }

    static class Around<T> {
        class Inner implements Rank<T> {
            @Override
            public int of(T given) {
                return 1;
            }
        }
    }

    static class Node<T extends Comparable<T>> {
        T held;
        Node<T> next;
    }

    static <T> int above(Rank<? super T> rank) {
        return rank instanceof OfText ? 1 : 2;
    }

    static <T extends CharSequence> int aboveText(Rank<? super T> rank) {
        return rank instanceof OfText ? 1 : 2;
    }

    static class Holder<T> {
        Rank<? super T> rank;
    }

    static int held(Holder<? extends CharSequence> holder) {
        return holder != null && holder.rank instanceof OfText ? 1 : 2;
    }

    static <T extends Comparable<T>> int recurring(Rank<T> rank) {
        return rank instanceof OfText ? 1 : 2;
    }

    static int around(Rank<String> rank) {
        Object any = rank;
        return any instanceof Around.Inner ? 1 : 2;
    }

    static int arrays(Rank<String[]> rank) {
        Object any = rank;
        return any instanceof OfArrays ? 1 : 2;
    }

    static int raw(Rank<String> rank) {
        Object any = rank;
        return any instanceof Raw ? 1 : 2;
    }

    static int node(Node<String> node) {
        if (node == null) return 0;
        return node.next == null ? 1 : 2;
    }

    static <T, R> int function(Function<? super T, ? extends R> function) {
        return function == null ? 1 : 2;
    }
}
