// Found or at the end, nothing else.
class Search {
    static int f(int[] a, int key) {
        if (a == null)
            return 0;
        int i;
        boolean found = false;
        for (i = 0; i < a.length; i++) {
            if (a[i] == key) {
                found = true;
                break;
            }
        }
        if (!found && i < a.length)
            return 1; // never
        if (found && i >= a.length)
            return 2; // never
        if (found && i == 2)
            return 3; // sometimes
        return 0;
    }
}
