/*
 * The clock that a program looks at, the same in the machine and in a native run. Who includes this
 * says before what is free, and how a value is taken that is:
 *
 *     int wf_is_free(int what);
 *     void wf_take(void *value, unsigned long size, const char *name, const char *type);
 *     void wf_expect(int condition);
 */
#ifndef WF_HOST_CLOCK_H
#define WF_HOST_CLOCK_H

#include "host.h"
#include <stdint.h>

struct wf_moment {
    int64_t seconds;
    int64_t nanoseconds;
};

/* Those that every machine has. */
static inline int wf_is_clock(int clock) { return (clock >= 0 && clock <= 7) || clock == 11; }

/* In nanoseconds, as Debian's kernel has it. */
static inline long wf_resolution(int clock) { return clock == 5 || clock == 6 ? 4000000 : 1; }

/* Of the day, and since the program started. */
static struct wf_moment wf_today = {WF_START, 0}, wf_elapsed;

static void wf_advance(struct wf_moment *at, int64_t seconds, int64_t nanoseconds) {
    at->nanoseconds += nanoseconds;
    int64_t carry = at->nanoseconds >= WF_SECOND;
    at->nanoseconds -= carry * WF_SECOND;
    at->seconds += seconds + carry;
}

/* Time passes, less than a second of it in nanoseconds. */
static void wf_pass(int64_t seconds, int64_t nanoseconds) {
    if (seconds < 0 || seconds > WF_LAST_SECOND)
        return;
    wf_advance(&wf_today, seconds, nanoseconds);
    wf_advance(&wf_elapsed, seconds, nanoseconds);
}

/* A clock that is free shows any moment that is not before the last one. */
static void wf_look_at(struct wf_moment *clock, const char *name) {
    struct wf_moment before = *clock;
    int32_t nanoseconds;
    wf_take(&clock->seconds, sizeof clock->seconds, name, "long");
    wf_take(&nanoseconds, sizeof nanoseconds, "nanoseconds", "int");
    clock->nanoseconds = nanoseconds;
    wf_expect((clock->seconds >= before.seconds) & (clock->seconds <= WF_LAST_SECOND));
    wf_expect((nanoseconds >= 0) & (nanoseconds < WF_SECOND));
    wf_expect((clock->seconds > before.seconds) | (nanoseconds >= before.nanoseconds));
}

static struct wf_moment wf_time_of_day(void) {
    static int looked;
    if (!wf_is_free(WF_FREE_CLOCK)) {
        wf_pass(0, WF_LOOK);
        return wf_today;
    }
    if (!looked)
        wf_today.seconds -= WF_START;
    looked = 1;
    wf_look_at(&wf_today, "clock");
    return wf_today;
}

static struct wf_moment wf_time_elapsed(void) {
    if (wf_is_free(WF_FREE_CLOCK))
        wf_look_at(&wf_elapsed, "elapsed");
    else
        wf_pass(0, WF_LOOK);
    return wf_elapsed;
}

/* Microseconds of the time since the program started. */
static int64_t wf_microseconds(struct wf_moment at) {
    return at.seconds * 1000000 + at.nanoseconds / 1000;
}

#endif
