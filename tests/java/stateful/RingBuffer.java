// The count stays within the array; the last element is looked for before the first.
//
// explore: RingBuffer
// options: --objects both --jobs 1
// findings: java.lang.ArrayIndexOutOfBoundsException 42, java.lang.IllegalArgumentException 17, java.lang.IllegalStateException 24, java.lang.IllegalStateException 32
// unusual: java.lang.ArithmeticException 26, java.lang.ArrayIndexOutOfBoundsException 26, java.lang.ArrayIndexOutOfBoundsException 34, java.lang.AssertionError 47, java.lang.NullPointerException 23, java.lang.NullPointerException 34, java.lang.NullPointerException 42, java.lang.NullPointerException 46
// made: by calls
// tests: confirmed

public class RingBuffer {
    private final int[] elements;
    private int first;
    private int count;

    public RingBuffer(int capacity) {
        if (capacity < 1 || capacity > 8) {
            throw new IllegalArgumentException("capacity");
        }
        elements = new int[capacity];
    }

    public void put(int value) {
        if (count == elements.length) {
            throw new IllegalStateException("full");
        }
        elements[(first + count) % elements.length] = value;
        count++;
    }

    public int take() {
        if (count == 0) {
            throw new IllegalStateException("empty");
        }
        int value = elements[first];
        first = (first + 1) % elements.length;
        count--;
        return value;
    }

    public int peekLast() {
        // Wrong: nothing may be there, or the last one is before the first.
        return elements[first + count - 1];
    }

    public int size() {
        if (count < 0 || count > elements.length) {
            throw new AssertionError("count");
        }
        return count;
    }
}
