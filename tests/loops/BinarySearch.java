// The bounds of a binary search stay in order, and in the array.
class BinarySearch {
    static int f(int[] a, int key) {
        if (a == null)
            return 0;
        int low = 0, high = a.length;
        while (low < high) {
            int middle = low + (high - low) / 2;
            if (middle < 0 || middle >= a.length)
                return 1; // never
            if (a[middle] < key)
                low = middle + 1;
            else
                high = middle;
        }
        if (low > a.length || low != high)
            return 2; // never
        return 0;
    }
}
