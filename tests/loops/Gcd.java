// Neither number becomes zero, nor greater than it was.
class Gcd {
    static int f(int a, int b) {
        int x = a, y = b;
        if (a <= 0 || b <= 0)
            return 0;
        while (x != y) {
            if (x > y)
                x -= y;
            else
                y -= x;
            if (x <= 0 || y <= 0)
                return 1; // never
        }
        if (x > a)
            return 2; // never
        return x;
    }
}
