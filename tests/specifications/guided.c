// A violation that takes four events in a row, behind branches that do not matter: the states of the monitor lead
// there on few of the paths (other orders take more than ten thousand).
// options: --spec ../../tests/specifications/doors.spec --cflags -I../../tests/specifications --strategy specification:3,random-path --max-paths 2000 --max-findings 1
// findings: specification-violation 46
// verdicts: confirmed
// tests: confirmed
// limits: max-findings
#include "doors.h"
#include <wayfarer.h>

static int doors, rides;

void open_door(int number) { doors |= 1 << number; }
void close_door(int number) { doors &= ~(1 << number); }
void start(void) { rides++; }

static int weight(const unsigned char *load) {
    int sum = 0;
    for (int i = 0; i < 8; i++) {
        if (load[i] > 10)
            sum++;
        if (load[i] == 77)
            sum += 3;
        if (load[i] & 1)
            sum ^= 5;
    }
    return sum;
}

int main(void) {
    unsigned char buttons[6], load[8];
    for (int i = 0; i < 6; i++)
        buttons[i] = wf_int("button");
    for (int i = 0; i < 8; i++)
        load[i] = wf_int("load");
    for (int i = 0; i < 6; i++) {
        int kilograms = weight(load);
        switch (buttons[i]) {
        case 3:
            open_door(i);
            break;
        case 17:
            close_door(i);
            break;
        case 41:
            start();
            break;
        default:
            if (kilograms > 9)
                rides ^= 1;
        }
    }
    return 0;
}
