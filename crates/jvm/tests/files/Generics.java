/** A generic class: casts where it is used, and a bridge method. */
class Generics<T extends Comparable<T>> implements Comparable<Generics<T>> {
    T value;

    @Override
    public int compareTo(Generics<T> other) {
        return value.compareTo(other.value);
    }

    static String first(Generics<String> of) {
        return of.value;
    }
}
