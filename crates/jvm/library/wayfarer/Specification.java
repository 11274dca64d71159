package wayfarer;

/** A path ends with the first clause of a specification that it violates. */
public final class Specification {
    private Specification() {}

    public static void begin() {}

    public static void violated(String text) {
        Machine.errorText("specification-violation", text);
    }

    public static void check() {}
}
