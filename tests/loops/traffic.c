// Two lights are never green together.
int wf_int(const char *name);
enum { RED, GREEN, YELLOW };
struct light {
    int colour;
    int timer;
};
static struct light a, b;
static void tick(struct light *l) {
    if (l->timer > 0) {
        l->timer--;
        return;
    }
    switch (l->colour) {
    case RED:
        break;
    case GREEN:
        l->colour = YELLOW;
        l->timer = 2;
        break;
    case YELLOW:
        l->colour = RED;
        l->timer = 5;
        break;
    }
}
int f(void) {
    a.colour = GREEN;
    a.timer = 5;
    b.colour = RED;
    b.timer = 0;
    for (;;) {
        if (wf_int("which"))
            tick(&a);
        else
            tick(&b);
        if (a.colour == RED && b.colour == RED && wf_int("go")) {
            b.colour = GREEN;
            b.timer = 5;
        }
        if (a.colour == GREEN && b.colour == GREEN)
            return 1; // never, not proved
        if (a.timer > 5)
            return 2; // never, not proved
    }
}
