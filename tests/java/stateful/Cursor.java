// What can be removed lies before what comes next, whatever was removed.
//
// explore: Cursor
// options: --objects both --jobs 1
// findings: java.lang.IllegalStateException 33, java.lang.NullPointerException 19, java.util.NoSuchElementException 25
// unusual: java.lang.ArrayIndexOutOfBoundsException 28, java.lang.ArrayIndexOutOfBoundsException 37, java.lang.AssertionError 45, java.lang.AssertionError 48, java.lang.NullPointerException 28, java.lang.NullPointerException 37
// made: by calls
// tests: confirmed

import java.util.NoSuchElementException;

public class Cursor {
    private final int[] elements;
    private int length;
    private int next;
    private int last = -1;

    public Cursor(int... elements) {
        this.elements = elements.clone();
        length = elements.length;
    }

    public int next() {
        if (next >= length) {
            throw new NoSuchElementException();
        }
        last = next;
        return elements[next++];
    }

    public void remove() {
        if (last < 0) {
            throw new IllegalStateException("nothing to remove");
        }
        length--;
        for (int i = last; i < length; i++) {
            elements[i] = elements[i + 1];
        }
        next = last;
        last = -1;
    }

    public int remaining() {
        if (next > length) {
            throw new AssertionError("behind the end");
        }
        if (last >= next) {
            throw new AssertionError("last is not before next");
        }
        return length - next;
    }
}
