// A fourth element does not fit, and the third is only put by calls of the very method that is explored:
// its traces begin behind those.
//
// explore: SequenceLength.push
// options: --objects calls --sequence-length 3 --jobs 1
// exhaustive: false
// findings: java.lang.IllegalStateException 18
// tests: confirmed
// branches: all
// left: input objects that other calls make than sequences of up to --sequence-length, input objects that something else than such calls makes or changes

public class SequenceLength {
    private final int[] elements = new int[3];
    private int size;

    public void push(int value) {
        if (size == elements.length) {
            throw new IllegalStateException("full");
        }
        if (size > 0 && elements[size - 1] > value) {
            elements[size++] = elements[size - 2];
            return;
        }
        elements[size++] = value;
    }

    public int size() {
        return size;
    }
}
