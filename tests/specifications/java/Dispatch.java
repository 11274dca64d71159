// Calls that may be of what is watched: it is asked when they are made.
// explore: Dispatch.run
// options: --spec ../../tests/specifications/java/dispatch.spec
// findings: specification-violation 19, specification-violation 22, specification-violation 26
// verdicts: confirmed
// tests: confirmed
// exhaustive: true
import java.io.Closeable;
import java.io.IOException;

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
}

class Texts implements Shelf<String> {
    @Override
    public String take(String what) {
        return what.equals("atrue") ? null : what;
    }
}
