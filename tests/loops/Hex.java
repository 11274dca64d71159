// Eight digits of four bits.
class Hex {
    static int f(int value) {
        int shift = 32, count = 0;
        while (shift > 0) {
            shift -= 4;
            int digit = (value >>> shift) & 15;
            if (digit > 15)
                return 1; // never
            count++;
            if (shift < 0)
                return 2; // never
        }
        if (count != 8)
            return 3; // never
        return 0;
    }
}
