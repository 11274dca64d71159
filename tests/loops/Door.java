// An elevator does not move with its door open.
import wayfarer.Wayfarer;

class Door {
    static int f() {
        int floor = 0;
        boolean open = false, moving = false;
        for (;;) {
            int c = Wayfarer.anyInt("button");
            if (c == 0 && !moving)
                open = true;
            if (c == 1)
                open = false;
            if (c == 2 && !open && floor < 9)
                moving = true;
            if (c == 3)
                moving = false;
            if (moving && open)
                return 1; // never
            if (moving && floor < 9)
                floor++;
            if (floor == 9)
                moving = false;
            if (floor > 9)
                return 2; // never
            if (c == 4)
                return 0;
        }
    }
}
