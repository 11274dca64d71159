// A method that compares an index with the length of the array is to see to it; one that only hands it on has callers who are told.
//
// functions: Bounds
// confirmed: java.lang.ArrayIndexOutOfBoundsException in Bounds.at, 1 time
// documented: java.lang.ArrayIndexOutOfBoundsException in Bounds.given, 1 time

public class Bounds {
    /** Returns the element at i, or 0 if there is none. */
    public static int at(int[] numbers, int i) {
        if (numbers == null || i < 0 || i > numbers.length) {
            return 0;
        }
        return numbers[i];
    }

    public static int given(int[] numbers, int i) {
        return numbers == null ? 0 : numbers[i];
    }
}
