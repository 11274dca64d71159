// Keys are there once and evicted only when it is full; a third key evicts the first, and values may be null.
//
// explore: SmallCache
// options: --objects both --jobs 1
// findings: java.lang.IllegalStateException 51, java.lang.NullPointerException 36
// unusual: java.lang.ArrayIndexOutOfBoundsException 23, java.lang.ArrayIndexOutOfBoundsException 29, java.lang.ArrayIndexOutOfBoundsException 30, java.lang.ArrayIndexOutOfBoundsException 36, java.lang.ArrayIndexOutOfBoundsException 45, java.lang.ArrayIndexOutOfBoundsException 58, java.lang.AssertionError 41, java.lang.AssertionError 46, java.lang.NullPointerException 23, java.lang.NullPointerException 29, java.lang.NullPointerException 30, java.lang.NullPointerException 45, java.lang.NullPointerException 58
// made: by calls
// tests: confirmed

public class SmallCache {
    private static final int CAPACITY = 2;

    private final int[] keys = new int[CAPACITY];
    private final String[] values = new String[CAPACITY];
    private int size;
    private int evicted;

    public void put(int key, String value) {
        int place = indexOf(key);
        if (place < 0) {
            if (size == CAPACITY) {
                System.arraycopy(keys, 1, keys, 0, CAPACITY - 1);
                System.arraycopy(values, 1, values, 0, CAPACITY - 1);
                size--;
                evicted++;
            }
            place = size++;
        }
        keys[place] = key;
        values[place] = value;
    }

    public int lengthOf(int key) {
        int place = indexOf(key);
        // Wrong: values may be null.
        return place < 0 ? -1 : values[place].length();
    }

    public int evicted() {
        if (evicted > 0 && size < CAPACITY) {
            throw new AssertionError("evicted for nothing");
        }
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < i; j++) {
                if (keys[i] == keys[j]) {
                    throw new AssertionError("twice");
                }
            }
        }
        if (evicted == 1) {
            throw new IllegalStateException("lost");
        }
        return evicted;
    }

    private int indexOf(int key) {
        for (int i = 0; i < size; i++) {
            if (keys[i] == key) {
                return i;
            }
        }
        return -1;
    }
}
