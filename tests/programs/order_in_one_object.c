// Order and distance within an object are the same in every run.
// exhaustive: true
// left: none
// tests: confirmed
#include <stdlib.h>
#include <string.h>

struct range { const char *from, *to; };

static int count(struct range range, char wanted) {
    int found = 0;
    for (; range.from < range.to; range.from++)
        found += *range.from == wanted;
    return found;
}

int main(int argc, char **argv) {
    const char *text = argc > 1 ? argv[1] : "abca";
    struct range range = {text, text + strlen(text)};
    const char *at = strchr(text, 'b');
    if (at && at > text && at - text > 2)
        return 9;
    return count(range, 'a') + (range.to >= range.from);
}
