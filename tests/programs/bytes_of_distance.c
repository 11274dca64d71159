// The distance of two addresses is the same number in every run, also where it is looked at in memory.
// paths: 2
// exhaustive: true
// tests: confirmed
#include <stddef.h>
#include <stdlib.h>

int wf_int(const char *name);

struct buffer {
    const char *content;
    size_t length, offset;
};

int main(void) {
    struct buffer buffer = {"0123456789", 10, 0};
    const char *ends[4] = {buffer.content, buffer.content + 1, buffer.content + 3, buffer.content + 4};
    const char *after = ends[wf_int("end") & 3];
    buffer.offset = (size_t)(after - buffer.content);
    if (buffer.offset > 3)
        return 1;
    return buffer.length - buffer.offset > 20;
}
