/* wctype.h for characters that are not ASCII, in C.UTF-8. */
#include "characters.h"

#include "wide_tables.h"

enum { RUNS = sizeof wide_runs / sizeof *wide_runs, BEYOND = 0x110000 };

static unsigned kind(uint32_t c) {
    if (c >= BEYOND)
        return 0;
    uint32_t low = 0, high = RUNS;
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if (wide_runs[middle] >> 10 <= c)
            low = middle;
        else
            high = middle;
    }
    uint32_t run = wide_runs[low];
    return wide_kinds[(c - (run >> 10)) % 2 ? run >> 5 & 31 : run & 31];
}

bool wfl_wide_is(uint32_t c, enum wfl_class class) { return kind(c) >> class & 1; }
int wfl_wide_width(uint32_t c) { return (int)(kind(c) >> WFL_CLASSES) - 1; }

static uint32_t changed(uint32_t c, const struct wide_change *changes, uint32_t count) {
    uint32_t low = 0;
    while (count > low) {
        uint32_t middle = (low + count) / 2;
        if (changes[middle].high < c)
            low = middle + 1;
        else
            count = middle;
    }
    const struct wide_change *change = &changes[low];
    if (change->low > c)
        return c;
    return c + (uint32_t)((c - change->low) % 2 ? change->odd : change->even);
}

/* The last range of a table ends it. */
#define CHANGED(c, changes) changed(c, changes, sizeof changes / sizeof *changes - 1)

uint32_t wfl_wide_to_upper(uint32_t c) { return c >= BEYOND ? c : CHANGED(c, wide_upper); }
uint32_t wfl_wide_to_lower(uint32_t c) { return c >= BEYOND ? c : CHANGED(c, wide_lower); }
