// explore: OtherMachines
// options: --all-paths
// exhaustive: false
// left: paths that depend on hash codes of addresses, the order of sets, the time or the machine
// tests: confirmed
// findings: none

/** What is another on another machine is known to be so; what the program itself sets is not. */
public class OtherMachines {
    static int processors(boolean asks) {
        if (!asks) return 0;
        return Runtime.getRuntime().availableProcessors() > 1 ? 1 : 2;
    }

    static int memory(boolean asks) {
        return asks && Runtime.getRuntime().maxMemory() > 3L << 30 ? 1 : 2;
    }

    static int home(boolean asks) {
        return asks && System.getenv("HOME") != null ? 1 : 2;
    }

    static int own(boolean asks) {
        System.setProperty("user.dir", "/somewhere");
        return asks && System.getProperty("user.dir").equals("/somewhere") ? 1 : 2;
    }
}
