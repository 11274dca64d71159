/** A method of an interface with a body, and calls through the interface. */
interface Defaults {
    int size();

    default boolean isEmpty() {
        return size() == 0;
    }

    static boolean isFull(Defaults of, int most) {
        return !of.isEmpty() && of.size() == most;
    }
}
