// explore: AskedValues.run
// findings: java.lang.AssertionError 19
// tests: confirmed

import org.sosy_lab.sv_benchmarks.Verifier;
import wayfarer.Wayfarer;

/** Values asked for in the source, by both interfaces. */
public class AskedValues {
    static int run() {
        int x = Wayfarer.anyInt("x");
        long y = Verifier.nondetLong();
        Wayfarer.assume(x > 0 && x < 100);
        String name = Wayfarer.anyString("name");
        if (name.length() == 3 && name.charAt(1) == 'z') {
            return 1;
        }
        if (y == x * 7L) {
            Wayfarer.check(x != 13, "thirteen");
        }
        return 0;
    }
}
