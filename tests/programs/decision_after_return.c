// The check of bounds in `is_zero` and the branch in `question` stand at one position each of its function,
// with no block entered between them: they are two decisions, not one.
//
// paths: 2
// findings: none
// exhaustive: true
// verdicts: confirmed
// tests: confirmed
#include <wayfarer.h>
static long texts[3] = {9, 8, 0};
static long *cell;
static int is_zero(void) { return *cell == 0; }
static int question(void) {
    if (is_zero())
        return 5;
    return 0;
}
int main(void) {
    cell = texts + (wf_int("r") == 7);
    cell += wf_int("s") == 8;
    return question();
}
