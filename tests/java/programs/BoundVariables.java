// explore: BoundVariables$Kept
// options: --all-paths --collection-size 1
// tests: confirmed

import java.util.ArrayList;
import java.util.List;

/** A receiver is of a class that says what the type variables are of the one that declares the method. */
public class BoundVariables {
    abstract static class Kept<V> {
        List<V> values = new ArrayList<>();
        V first;

        final Kept<V> add(V value, V... more) {
            values.add(value);
            return add(more);
        }

        Kept<V> add(V[] more) {
            for (V each : more) values.add(each);
            return this;
        }

        int put(V value) {
            if (value == null) return 0;
            if (first == null) first = value;
            return first == value ? 1 : 2;
        }
    }

    static class Names extends Kept<String> {}
}
