// What memory holds before it is written is an input: of a local variable, of allocated memory, of a
// part of either, and of a copy. Tests set it natively.
//
// options: --uninit free
// findings: reach-error 20, reach-error 24, reach-error 29
// verdicts: confirmed
// tests: confirmed
// exhaustive: true
#include <stdlib.h>
#include <string.h>
#include <wayfarer.h>

struct record {
    int first, second;
};

static void local(int depth) {
    int number, written = 3;
    if (depth == 2 && number == 1234)
        wf_reach();
    struct record *record = malloc(sizeof *record), copy;
    record->first = written;
    memcpy(&copy, record, sizeof copy);
    if (copy.second - copy.first == 74) wf_reach();
    record = realloc(record, 3 * sizeof *record);
    if (depth < 2)
        local(depth + 1);
    else if (record[2].second == 'r' && record[0].first == 3 && record[0].second == copy.second)
        wf_reach();
    free(record);
}

int main(void) {
    local(0);
    return 0;
}
