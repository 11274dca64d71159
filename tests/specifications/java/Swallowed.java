// Violations that the program catches, and goes on.
// explore: Swallowed.run
// options: --spec jdk
// findings: specification-violation 17, specification-violation 28
// verdicts: confirmed
// tests: confirmed
// exhaustive: true
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

class Swallowed {
    static int run(int n) {
        Iterator<Integer> i = new ArrayList<>(List.of(1, 2)).iterator();
        try {
            if (n == 5) {
                i.remove();
            }
            i.next();
        } catch (Throwable any) {
            n++;
        }
        if (n > 5 && n < 7) {
            n--;
        }
        try {
            if (n == 8) {
                List.of(1).iterator().remove();
            }
        } finally {
            if (n == 8) {
                throw new IllegalStateException();
            }
        }
        return n;
    }
}
