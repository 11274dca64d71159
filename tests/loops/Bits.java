// One bit is shifted out of eight.
import wayfarer.Wayfarer;

class Bits {
    static int f() {
        int bit = 1;
        while (Wayfarer.anyBoolean("more")) {
            bit <<= 1;
            if (bit == 256)
                bit = 1;
            if (bit == 0)
                return 1; // never
            if ((bit & (bit - 1)) != 0)
                return 2; // never
        }
        return 0;
    }
}
