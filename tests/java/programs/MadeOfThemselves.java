// No object is among what the call is given that makes it, nor in what that is made of. That it may be given to calls on
// itself is not tried, and said.
//
// explore: MadeOfThemselves.count
// options: --objects calls --heap-objects 3 --heap-depth 3 --sequence-length 1 --jobs 1
// exhaustive: false
// findings: none
// tests: confirmed
// left: input collections larger than --collection-size, input objects deeper than --heap-depth, input objects of classes of the library that are never made, input objects that are part of what they are made of or given to calls on themselves, input objects that other calls make than sequences of up to --sequence-length, input objects that something else than such calls makes or changes, input strings longer than --string-length, input strings with characters above U+00FF, paths with more input objects than --heap-objects

import java.util.Iterator;

public class MadeOfThemselves {
    interface Source extends Iterable<String> {}

    static final class View implements Source {
        private final Iterable<String> of;
        private Source other;
        private View(Iterable<String> of) {
            this.of = of;
        }
        public static View same(Iterable<String> of) {
            if (of == null)
                throw new NullPointerException();
            return new View(of);
        }
        public void set(View other) {
            this.other = other;
        }
        public Iterator<String> iterator() {
            return of.iterator();
        }
    }

    static final class Empty implements Source {
        public Iterator<String> iterator() {
            return java.util.Collections.emptyIterator();
        }
    }

    static int count(Iterable<String> source) {
        int count = 0;
        if (source != null)
            for (String text : source)
                count++;
        return count;
    }
}
