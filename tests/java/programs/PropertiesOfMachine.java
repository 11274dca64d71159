// explore: PropertiesOfMachine
// exhaustive: false
// left: a system property that another JVM may have otherwise is asked for at PropertiesOfMachine.java:10, a system property that another JVM may have otherwise is asked for at PropertiesOfMachine.java:15, a system property that another JVM may have otherwise is asked for at PropertiesOfMachine.java:19, paths that depend on hash codes of addresses, the order of sets, the time or the machine
// tests: confirmed
// findings: none

/** A property that another JVM may have otherwise keeps a run from being exhaustive, whatever comes of it; one that all have does not. */
public class PropertiesOfMachine {
    static int version(boolean asks) {
        return asks && System.getProperty("java.version").length() > 2 ? 1 : 2;
    }

    // None that any machine has.
    static int own(boolean asks) {
        return asks && Boolean.getBoolean("own.switch") ? 1 : 2;
    }

    static int vendor(boolean asks) {
        return asks && "Debian Project".equals(System.getProperty("java.vendor")) ? 1 : 2;
    }

    static int same(boolean asks) {
        return asks && System.getProperty("line.separator").length() == 1 ? 1 : 2;
    }
}
