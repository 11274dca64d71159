// A bounded buffer's number of elements is the distance of its ends.
import wayfarer.Wayfarer;

class Queue {
    static int f() {
        int head = 0, tail = 0, count = 0;
        for (;;) {
            int c = Wayfarer.anyInt("c");
            if (c == 1 && count < 8) {
                tail++;
                count++;
            } else if (c == 2 && count > 0) {
                head++;
                count--;
            } else if (c == 3) {
                return 0;
            }
            if (tail - head != count)
                return 1; // never
            if (count > 8)
                return 2; // never
        }
    }
}
