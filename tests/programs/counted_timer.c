// A timer never rings.
// exhaustive: false
// left: a timer, which never rings, is set at counted_timer.c:7
// findings: none
#include <unistd.h>

int main(void) { return (int)alarm(3); }
