// explore: StaticObjects
// exhaustive: false
// left: input references to objects that static fields of the program hold
// findings: none

/** Callers can hand over what static fields hold: that inputs are none of these objects is said. */
public class StaticObjects {
    static final StaticObjects EMPTY = new StaticObjects();

    int value;

    static void set(StaticObjects it) {
        if (it == null) return;
        EMPTY.value = 1;
        it.value = 2;
        assert EMPTY.value == 1;
    }
}
