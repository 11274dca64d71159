// explore: NativeMethods.ranked NativeMethods.read
// findings: java.lang.ArithmeticException 17, java.lang.ArithmeticException 24
// verdicts: confirmed
// unsupported: native method NativeMethods.rank(I)I 0, native method java.util.zip.Inflater.init(Z)J 22

import java.util.zip.Inflater;

/** A native method that has no model is named and ends its path; the others go on. */
public class NativeMethods {
    static native int rank(int number);

    static int ranked(int number) {
        if (number > 5) {
            // Nothing is known of what comes after.
            return 10 / (rank(number) - 1);
        }
        return 10 / number;
    }

    static long read(int number) {
        if (number == 7) {
            return new Inflater().getBytesRead();
        }
        return 10 / (number - 8);
    }
}
