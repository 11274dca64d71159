// With --free clock what clocks show is an input: any time, but no clock goes back.
// options: --free clock
// paths: 3
// exhaustive: true
// findings: none
// tests: confirmed
#include <time.h>
#include <unistd.h>

int main(void) {
    time_t now = time(NULL);
    if (now < 0 || now > 253402300799)
        return 1; /* never */
    struct timespec first, second;
    clock_gettime(CLOCK_MONOTONIC, &first);
    sleep(2);
    clock_gettime(CLOCK_MONOTONIC, &second);
    if (second.tv_sec < first.tv_sec + 2)
        return 2; /* never */
    if (time(NULL) < now + 2)
        return 3; /* never */
    if (now > 2147483647)
        return 10;
    if (second.tv_sec - first.tv_sec > 60)
        return 11;
    return 12;
}
