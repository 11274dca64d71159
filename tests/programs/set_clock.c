// Nobody may set the clock; messages begin with the name by which the program was called.
// options:
// exhaustive: true
// findings: none
// tests: confirmed
#include <errno.h>
#include <error.h>
#include <sys/time.h>
#include <time.h>
#include <wayfarer.h>

static void name(void) {}

int main(void) {
    int nanoseconds = wf_int("nanoseconds");
    struct timespec at = {1, nanoseconds};
    struct timeval same = {1, nanoseconds};
    if (clock_settime(CLOCK_REALTIME, &at) != -1 || clock_settime(CLOCK_MONOTONIC, &at) != -1 || errno != EINVAL)
        return 1;
    int result = settimeofday(&same, NULL), number = errno;
    error_one_per_line = 1;
    error_at_line(0, number, "file", 12, "result %d", result);
    error_at_line(0, number, "file", 12, "result %d", result);
    error_print_progname = name;
    error(number == EPERM ? 3 : 4, number, "at %d", 7);
}
