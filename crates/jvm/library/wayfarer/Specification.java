package wayfarer;

/** A path ends with the first clause of a specification that it violates. */
public final class Specification {
    private Specification() {}

    public static void begin() {
        Machine.monitorStep(-1, null, 0);
    }

    public static void step(int moment, Object monitors, long happened) {
        Machine.monitorStep(moment, monitors, happened);
    }

    public static void violated(String text) {
        Machine.errorText("specification-violation", text);
    }

    public static void check() {}
}
