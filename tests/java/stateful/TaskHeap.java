// The heap stays one.
//
// explore: TaskHeap
// options: --objects both --jobs 1
// findings: java.lang.IllegalArgumentException 43, java.lang.IllegalStateException 16, java.lang.IllegalStateException 33, java.lang.IllegalStateException 46, java.lang.IndexOutOfBoundsException 40
// unusual: java.lang.ArrayIndexOutOfBoundsException 19, java.lang.ArrayIndexOutOfBoundsException 20, java.lang.ArrayIndexOutOfBoundsException 23, java.lang.ArrayIndexOutOfBoundsException 28, java.lang.ArrayIndexOutOfBoundsException 35, java.lang.ArrayIndexOutOfBoundsException 42, java.lang.ArrayIndexOutOfBoundsException 45, java.lang.AssertionError 29, java.lang.NullPointerException 19, java.lang.NullPointerException 23, java.lang.NullPointerException 28, java.lang.NullPointerException 35, java.lang.NullPointerException 42
// made: by calls
// tests: confirmed

public class TaskHeap {
    private final int[] heap = new int[7];
    private int size;

    public void add(int priority) {
        if (size == 3) {
            throw new IllegalStateException("too many");
        }
        int place = size++;
        while (place > 0 && heap[(place - 1) / 2] > priority) {
            heap[place] = heap[(place - 1) / 2];
            place = (place - 1) / 2;
        }
        heap[place] = priority;
    }

    public int least() {
        for (int i = 1; i < size; i++) {
            if (heap[i] < heap[(i - 1) / 2]) {
                throw new AssertionError("no heap");
            }
        }
        if (size == 0) {
            throw new IllegalStateException("empty");
        }
        return heap[0];
    }

    public void raise(int index, int priority) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException();
        }
        if (priority < heap[index]) {
            throw new IllegalArgumentException("lower");
        }
        if (2 * index + 1 < size && heap[2 * index + 1] < priority) {
            throw new IllegalStateException("one below would be less");
        }
    }
}
