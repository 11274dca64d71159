// Calls that may be of what is watched: it is asked when they are made.
// explore: Dispatch.run
// options: --spec ../../tests/specifications/java/dispatch.spec
// findings: specification-violation 21, specification-violation 24, specification-violation 32
// verdicts: confirmed
// tests: confirmed
// exhaustive: true
import java.io.Closeable;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

class Dispatch {
    static String run(int n) throws IOException {
        Closeable door = new Door();
        Closeable other = () -> { };
        AutoCloseable hatch = n > 9 ? new Hatch() : null;
        door.close();
        other.close();
        if (n == 3) {
            door.close();
        }
        for (int i = 0; i < n && i < 2; i++) {
            other.close();
        }
        if (n < 0) {
            // Methods of the same name that have another result.
            Set<Integer> numbers = new HashSet<>();
            numbers.add(n);
            numbers.add(n + 1);
            Texts texts = new Texts();
            return texts.take("a" + (n == -5));
        }
        if (hatch != null) {
            try {
                hatch.close();
            } catch (Exception failed) {
                return "failed";
            }
        }
        return "";
    }
}

class Door implements Closeable {
    @Override
    public void close() {
    }
}

class Hatch implements AutoCloseable {
    @Override
    public void close() throws Exception {
        throw new Exception();
    }
}

interface Shelf<T> {
    T take(T what);

    default Shelf<T> add(T what) {
        return this;
    }
}

class Texts implements Shelf<String> {
    @Override
    public String take(String what) {
        return what.equals("atrue") ? null : what;
    }
}
