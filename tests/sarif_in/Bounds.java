// Accesses behind an array and behind a string, and an array of a negative length.
// scan:

public class Bounds {
    public static int table(int n) {
        int[] table = {1, 2, 3};
        return table[n & 3]; //= RANGE_ARRAY_INDEX: confirmed
    }

    public static char letter(int n) {
        return "abc".charAt(n & 3); //= RANGE_STRING_INDEX: confirmed
    }

    public static int inBounds(int n) {
        int[] table = {1, 2, 3, 4};
        return table[n & 3]; //= java/index-out-of-bounds: open (an exception may have been thrown and caught)
    }
}
