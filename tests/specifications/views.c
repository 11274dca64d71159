// The header stands beside the specification. Monitors for three objects together: a change of another table, or before
// the cursor was there, is none of their business; a cursor at an address that was used before is another one.
// options: --spec ../../tests/specifications/views.spec
// findings: specification-violation 60
// verdicts: confirmed
// tests: confirmed
// exhaustive: true
#include "views.h"

int wf_int(const char *name);

static struct view views[4];
static struct cursor cursors[2];
static int views_used, cursors_used;

struct view *table_view(struct table *t) {
    views[views_used].of = t;
    return &views[views_used++];
}

struct cursor *view_cursor(struct view *v) {
    struct cursor *c = &cursors[cursors_used++ % 2];
    c->of = v;
    c->at = 0;
    return c;
}

void table_set(struct table *t, int at, int value) { t->cells[at & 3] = value; }

int cursor_next(struct cursor *c) { return c->of->of->cells[c->at++ & 3]; }

static int sum(struct cursor *c) { return cursor_next(c) + cursor_next(c); }

int main(void) {
    struct table one = {{1, 2, 3, 4}}, other = {{5, 6, 7, 8}};
    table_set(&one, 0, 9);
    struct view *a = table_view(&one), *b = table_view(&other);
    struct cursor *first = view_cursor(a), *second = view_cursor(b);
    int changed = wf_int("changed");
    int used = wf_int("used");
    int total = 0;
    if (changed == 1)
        table_set(&one, 1, 3);
    else if (changed == 2)
        table_set(&other, 1, 3);
    // The first is not used again by whoever has changed its table.
    if (changed != 1)
        total += sum(first);
    if (changed != 2)
        total += sum(second);
    // A cursor in the place of the first one: what was changed before it began does not matter.
    struct cursor *again = view_cursor(a);
    total += sum(again);
    if (used == 7) {
        table_set(&other, 2, total);
        total += sum(again);
        if (changed == 2) {
            table_set(&one, 2, total);
            // And now it does.
            total += cursor_next(again);
        }
    }
    return total;
}
