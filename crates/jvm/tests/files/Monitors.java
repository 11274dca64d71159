/** Monitors: null is checked, nobody else runs. */
class Monitors {
    private int count;

    synchronized int next() {
        return ++count;
    }

    int nextOf(Object lock) {
        synchronized (lock) {
            return ++count;
        }
    }
}
