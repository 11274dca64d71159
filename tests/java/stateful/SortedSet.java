// The elements stay in order; the difference of two overflows.
//
// explore: SortedSet
// options: --objects both --jobs 1
// findings: java.lang.ArithmeticException 62, java.util.NoSuchElementException 48
// unusual: java.lang.ArrayIndexOutOfBoundsException 27, java.lang.ArrayIndexOutOfBoundsException 29, java.lang.ArrayIndexOutOfBoundsException 36, java.lang.ArrayIndexOutOfBoundsException 41, java.lang.ArrayIndexOutOfBoundsException 50, java.lang.ArrayIndexOutOfBoundsException 57, java.lang.ArrayIndexOutOfBoundsException 71, java.lang.AssertionError 59, java.lang.NullPointerException 19, java.lang.NullPointerException 36, java.lang.NullPointerException 50, java.lang.NullPointerException 57, java.lang.NullPointerException 71
// made: by calls
// tests: confirmed

public class SortedSet {
    private int[] elements = new int[2];
    private int size;

    public boolean add(int value) {
        int place = placeOf(value);
        if (place < size && elements[place] == value) {
            return false;
        }
        if (size == elements.length) {
            int[] more = new int[size + 2];
            for (int i = 0; i < size; i++) {
                more[i] = elements[i];
            }
            elements = more;
        }
        for (int i = size; i > place; i--) {
            elements[i] = elements[i - 1];
        }
        elements[place] = value;
        size++;
        return true;
    }

    public boolean remove(int value) {
        int place = placeOf(value);
        if (place == size || elements[place] != value) {
            return false;
        }
        size--;
        for (int i = place; i < size; i++) {
            elements[i] = elements[i + 1];
        }
        return true;
    }

    public int first() {
        if (size == 0) {
            throw new java.util.NoSuchElementException();
        }
        return elements[0];
    }

    public int widestGap() {
        int widest = 0;
        for (int i = 1; i < size; i++) {
            // Wrong: it may overflow.
            int gap = elements[i] - elements[i - 1];
            if (elements[i] <= elements[i - 1]) {
                throw new AssertionError("not in order");
            }
            if (gap < 0) {
                throw new ArithmeticException("gap");
            }
            widest = Math.max(widest, gap);
        }
        return widest;
    }

    private int placeOf(int value) {
        int place = 0;
        while (place < size && elements[place] < value) {
            place++;
        }
        return place;
    }
}
