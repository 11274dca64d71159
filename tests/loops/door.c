// An elevator does not move with its door open.
int wf_int(const char *name);
int f(void) {
    int floor = 0, open = 0, moving = 0;
    for (;;) {
        int c = wf_int("button");
        if (c == 0 && !moving)
            open = 1;
        if (c == 1)
            open = 0;
        if (c == 2 && !open && floor < 9)
            moving = 1;
        if (c == 3)
            moving = 0;
        if (moving && open)
            return 1; // never
        if (moving && floor < 9)
            floor++;
        if (floor == 9)
            moving = 0;
        if (floor > 9)
            return 2; // never
        if (c == 4)
            return 0;
    }
}
