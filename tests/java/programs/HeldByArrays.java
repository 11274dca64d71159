// No object is made of an array that holds it.
//
// explore: HeldByArrays$Fixed.get
// options: --objects calls --array-length 1 --heap-depth 4 --jobs 1
// exhaustive: false
// findings: none
// tests: confirmed
// left: input arrays longer than --array-length, input arrays of other classes than their variables are declared with, input objects deeper than --heap-depth, input objects that are part of what they are made of or given to calls on themselves, input objects that other calls make than sequences of up to --sequence-length, input objects that something else than such calls makes or changes

public class HeldByArrays {
    interface Source {
        int get(int key);
    }

    static class Fixed implements Source {
        private final Source[] sources;
        private Fixed(Source[] given) {
            if (given == null)
                throw new IllegalArgumentException("nothing");
            for (Source source : given)
                if (source == null)
                    throw new IllegalArgumentException("no source");
            sources = given.clone();
        }
        public static Fixed create(Source... given) {
            return new Fixed(given);
        }
        public int get(int key) {
            int sum = key;
            for (Source source : sources)
                sum += source.get(key);
            return sum;
        }
    }
}
