// explore: Starts.main Starts.cost
// options: --all-paths --stdin 2 --array-length 2 --string-length 2
// findings: java.lang.IllegalStateException 15, java.lang.IllegalArgumentException 18
// tests: confirmed

/** A program as it starts: arguments, of which none is null, and standard input. */
public class Starts {
    enum Mode {
        FAST { int cost() { return 1; } }, SAFE;

        int cost() { return 2; }
    }

    public static void main(String[] args) throws java.io.IOException {
        if (args.length == 2 && args[1].equals("-x")) throw new IllegalStateException("flag");
        int first = System.in.read();
        if (first == 'q' && System.in.read() == 'z' && System.in.read() == -1) {
            throw new IllegalArgumentException("qz");
        }
    }

    static int cost(Mode mode) {
        return mode == null ? 0 : mode.cost();
    }
}
