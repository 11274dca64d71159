// When nothing was exchanged, the three are in order.
class Sorted {
    static int f(int a, int b, int c) {
        boolean swapped = true;
        while (swapped) {
            swapped = false;
            if (a > b) {
                int t = a;
                a = b;
                b = t;
                swapped = true;
            }
            if (b > c) {
                int t = b;
                b = c;
                c = t;
                swapped = true;
            }
        }
        if (a > c)
            return 1; // never
        return 0;
    }
}
