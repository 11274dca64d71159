// explore: UnmadeInputs.share UnmadeInputs.described UnmadeInputs.applied UnmadeInputs.held
// options: --all-paths
// findings: java.lang.ArithmeticException 22, java.lang.ArithmeticException 35, java.lang.ArithmeticException 47
// tests: confirmed

import java.text.DecimalFormat;

/**
 * Nobody but its own code knows how a DecimalFormat is made: with one that is not null no path goes on,
 * so that nothing is found on it that no test can show, and no test is written with null instead.
 */
public class UnmadeInputs {
    static int share(DecimalFormat format, int parts) {
        if (format != null) {
            return 10 / parts;
        }
        return 0;
    }

    static int described(DecimalFormat format, int parts) {
        if (format == null) {
            return 10 / parts;
        }
        return format.getGroupingSize();
    }

    /** No class of the program has this interface, and no lambda expression can be of it. */
    interface Pair {
        int first();
        int second();
    }

    static int applied(Pair pair, int parts) {
        if (pair == null) {
            return 10 / parts;
        }
        return pair.first() + pair.second();
    }

    static class Holder {
        DecimalFormat format;
        int parts;
    }

    /** An object may hold one: then it holds null. */
    static int held(Holder holder) {
        return holder != null && holder.format == null ? 10 / holder.parts : 0;
    }
}
