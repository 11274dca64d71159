// What takes three calls is not found by two.
//
// explore: SequenceTooShort.push
// options: --objects calls --sequence-length 2 --jobs 1
// exhaustive: false
// findings: none
// tests: confirmed
// left: input objects that other calls make than sequences of up to --sequence-length, input objects that something else than such calls makes or changes

public class SequenceTooShort {
    private final int[] elements = new int[3];
    private int size;

    public void push(int value) {
        if (size == elements.length) {
            throw new IllegalStateException("full");
        }
        elements[size++] = value;
    }
}
