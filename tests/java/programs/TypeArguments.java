// explore: TypeArguments
// options: --string-length 2 --collection-size 1
// findings: java.lang.IllegalStateException 21, java.lang.IllegalStateException 43, java.lang.IllegalStateException 61, java.lang.IllegalStateException 73
// tests: confirmed
// branches: most 95

import java.util.List;

/** Fields of objects of generic classes have the types that the type arguments of the variable say. */
public class TypeArguments {
    static class Box<T> {
        T value;
        Box<T> next;
    }

    static int boxes(Box<Integer> box) {
        if (box == null || box.value == null || box.next == null || box.next.value == null) return 0;
        int sum = box.value + box.next.value;
        if (box != box.next && sum == 77 && box.value < 30) {
            // Both values are numbers.
            throw new IllegalStateException();
        }
        return sum;
    }

    static class Entry<K, V> {
        K key;
        V value;
    }

    /** Variables in another order, and one that is handed on; no entry is of both kinds. */
    static class Table<V> extends Entry<String, List<V>> {
        Entry<V, String> other;
    }

    static int tables(Table<Character> table) {
        if (table == null || table.value == null || table.other == null) return 0;
        String key = table.key;
        if (table.value.isEmpty() || table.value.get(0) == null) return 1;
        char first = table.value.get(0);
        Character other = table.other.key;
        if (key != null && key.length() == 1 && key.charAt(0) == first && other != null && other == 'q') {
            throw new IllegalStateException();
        }
        return 2;
    }

    interface Source<T> {
        T first();
    }

    record Pair<A, B>(B second, A first) implements Source<A> {
        Pair {
            if (second == null) throw new NullPointerException();
        }
    }

    static int sources(Source<? extends String> source, Pair<List<Byte>, Box<String>> pair) {
        if (source == null || source.first() == null || pair == null) return 0;
        if (pair.second().value != null && pair.second().value == source.first()) {
            throw new IllegalStateException();
        }
        List<Byte> first = pair.first();
        return first != null && first.size() == 1 && first.get(0) != null && first.get(0) > 9 ? 1 : 2;
    }

    static class Bounded<T extends Box<?>> {
        T box;
    }

    static int bounded(Bounded<?> bounded) {
        if (bounded == null || bounded.box == null) return 0;
        if (bounded.box.next == bounded.box) throw new IllegalStateException();
        return 1;
    }
}
