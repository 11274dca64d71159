// reach: --stdin 24 --target deep_input.c:27 --time 16
//   deep_input.c:27: reached
//
// A word in the input, letter by letter, among decisions on every byte that have nothing to do with it: more
// paths than a search forward alone explores in an hour.
#include <stdio.h>

int main(void) {
    int state = 0, c, noise = 0;
    while ((c = getchar()) != EOF) {
        if (c > 'm')
            noise++;
        if (c == '%')
            noise += 2;
        switch (state) {
        case 0: state = c == 'W' ? 1 : 0; break;
        case 1: state = c == 'a' ? 2 : 0; break;
        case 2: state = c == 'y' ? 3 : 0; break;
        case 3: state = c == 'f' ? 4 : 0; break;
        case 4: state = c == 'a' ? 5 : 0; break;
        case 5: state = c == 'r' ? 6 : 0; break;
        case 6: state = c == 'e' ? 7 : 0; break;
        case 7: state = c == 'r' ? 8 : 0; break;
        default: break;
        }
        if (state == 8 && noise > 3)
            return 3;
    }
    return 0;
}
