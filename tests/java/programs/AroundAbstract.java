// The object around one of an inner class is of an abstract class: a test has one of a class below it.
//
// explore: AroundAbstract$Inner.own AroundAbstract.of
// options: --objects any-state
// tests: confirmed
// findings: java.lang.IllegalStateException 13

public abstract class AroundAbstract {
    class Inner {
        int state;

        int own() {
            if (state == 7) throw new IllegalStateException();
            return state;
        }
    }

    static class Below extends AroundAbstract {}

    static int of(Inner inner) {
        return inner == null ? 0 : inner.state + 1;
    }
}
