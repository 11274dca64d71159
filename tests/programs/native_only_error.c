// An index beyond an array lands in the next field of the same object: to the machine that is an access
// like others, the native run reports it. What only the native run shows is a finding, and the run is
// not exhaustive.
//
// findings: out-of-bounds 18
// verdicts: observed
// exhaustive: false
// disagreements: error 1
#include <wayfarer.h>
struct packet {
    int field[4];
    int check;
};
int main(void) {
    struct packet packet = {{0}, 1};
    int index = wf_int("index");
    if (index == 4)
        packet.field[index] = 7;
    return 0;
}
