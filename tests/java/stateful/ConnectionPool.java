// Made by a factory. Connections and the count of free ones always agree.
//
// explore: ConnectionPool
// options: --objects both --jobs 1
// findings: java.lang.IllegalArgumentException 22, java.lang.IllegalArgumentException 46, java.lang.IllegalStateException 29, java.lang.IllegalStateException 32, java.lang.IllegalStateException 49, java.lang.IllegalStateException 57
// unusual: java.lang.AssertionError 41, java.lang.AssertionError 60, java.lang.NullPointerException 34, java.lang.NullPointerException 45, java.lang.NullPointerException 56
// made: by calls
// tests: confirmed

public class ConnectionPool {
    private final boolean[] used;
    private int free;
    private boolean closed;

    private ConnectionPool(int size) {
        used = new boolean[size];
        free = size;
    }

    public static ConnectionPool ofSize(int size) {
        if (size <= 0 || size > 4) {
            throw new IllegalArgumentException("size");
        }
        return new ConnectionPool(size);
    }

    public int acquire() {
        if (closed) {
            throw new IllegalStateException("closed");
        }
        if (free == 0) {
            throw new IllegalStateException("none is free");
        }
        for (int i = 0; i < used.length; i++) {
            if (!used[i]) {
                used[i] = true;
                free--;
                return i;
            }
        }
        throw new AssertionError("one is free, but none is there");
    }

    public void release(int connection) {
        if (connection < 0 || connection >= used.length) {
            throw new IllegalArgumentException("connection");
        }
        if (!used[connection]) {
            throw new IllegalStateException("not in use");
        }
        used[connection] = false;
        free++;
    }

    public void close() {
        if (free < used.length) {
            throw new IllegalStateException("in use");
        }
        if (free > used.length) {
            throw new AssertionError("more than there are");
        }
        closed = true;
    }
}
