// explore: HeldElsewhere.which
// exhaustive: false
// left: input references to objects that static fields of the program hold
// findings: none

/** The class whose static field holds an object begins only behind the use of the input. */
public class HeldElsewhere {
    static class Holder {
        static final HeldElsewhere INSTANCE = new HeldElsewhere();
    }

    int value;

    static int which(HeldElsewhere it) {
        if (it == null) return 0;
        it.value = 1;
        return it == Holder.INSTANCE ? 1 : 2;
    }
}
