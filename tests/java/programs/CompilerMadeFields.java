// explore: CompilerMadeFields
// tests: confirmed

import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Set;

/** Fields that the compiler makes have names that no test may use. */
public class CompilerMadeFields {
    int size;

    class View extends AbstractSet<Integer> {
        int from;

        View(int from) {
            this.from = from;
        }

        @Override
        public Iterator<Integer> iterator() {
            return null;
        }

        @Override
        public int size() {
            return size - from;
        }
    }

    Set<Integer> view(int from) {
        return from > 3 ? null : new View(from);
    }

    Runnable captured(int value) {
        class Local implements Runnable {
            int own = value;

            @Override
            public void run() {
                size = value;
            }
        }
        return new Local();
    }
}
