// A switch with ranges, cases that fall through and a device of Duff.
#include <wayfarer.h>

static int copied(int count) {
    int done = 0, rounds = (count + 3) / 4;
    switch (count % 4) {
    case 0:
        do {
            done++;
        case 3:
            done++;
        case 2:
            done++;
        case 1:
            done++;
        } while (--rounds > 0);
    }
    return done;
}

int main(void) {
    unsigned char c;
    wf_symbolic(&c, 1, "c");
    switch (c) {
    case 'a' ... 'z':
        if (c == 'q')
            return 5;
        return 2;
    case 200:
        c = 3;
    case 201:
        return copied(c);
    default:
        if (copied((c & 15) + 1) != (c & 15) + 1)
            wf_assert(0);
        return 4;
    }
}
