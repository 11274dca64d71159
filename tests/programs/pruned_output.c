// What is written to a buffer, and how much, matters only as far as it has room: by an index, by a pointer that is
// compared with the end, and in a structure behind a pointer.
//
// options: --prune coverage --strategy dfs --jobs 1
// exhaustive: false
// exhaustive_for_coverage: true
// findings: none
// tests: confirmed
// left: none
#include <stdlib.h>
#include <wayfarer.h>

enum { INPUTS = 200 };

struct output {
    char *at, *end;
    int lost;
};

static void put(struct output *output, char c) {
    if (output->at < output->end)
        *output->at++ = c;
    else
        output->lost++;
}

int main(void) {
    char indexed[4 * INPUTS];
    char *buffer = malloc(2 * INPUTS);
    if (!buffer)
        return 1;
    struct output output = {buffer, buffer + 2 * INPUTS, 0};
    int length = 0;
    for (int i = 0; i < INPUTS; i++) {
        int c = wf_int("c");
        if (c == '\n') {
            indexed[length++] = '\\';
            indexed[length++] = 'n';
            put(&output, '\\');
            put(&output, 'n');
        } else {
            indexed[length++] = (char)c;
            put(&output, (char)c);
        }
    }
    indexed[length] = 0;
    free(buffer);
    return 0;
}
