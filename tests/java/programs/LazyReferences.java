// explore: LazyReferences.top
// options: --lazy-functions LazyReferences.larger,LazyReferences.orNull,LazyReferences$Key.step --all-paths
// paths: 6
// exhaustive: true
// findings: none
// tests: confirmed

/** Methods that return one of their arguments, a constant, what a field holds, or null. */
public class LazyReferences {
    static class Key {
        static final Key NONE = new Key();
        int value;
        Key next;

        Key step(int limit) {
            return limit > 3 ? next : this;
        }
    }

    static Key larger(Key one, Key other) {
        int by = one.value - other.value;
        if (by > 0 && by != 5 || by == -5) return one;
        if (by < 0 || by == 5) return other;
        return Key.NONE;
    }

    static Key orNull(Key key, int value) {
        return key.value == value ? key : null;
    }

    static int top(int x, int y) {
        Key one = new Key(), other = new Key();
        one.value = x;
        other.value = y;
        one.next = other;
        Key found = larger(one, other);
        if (found == Key.NONE) return 1;
        found = orNull(found, 42);
        if (found == null) return 2;
        if (one.step(y) == other) return 3;
        return found.value;
    }
}
