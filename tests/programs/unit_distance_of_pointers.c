// Distances of input pointers are the same numbers in every run, though which pointers they are is an input.
//
// options: --function parse
// left: input strings longer than --string-length
// exhaustive: false
// findings: none
// tests: confirmed
#include <stddef.h>

struct buffer {
    const char *content;
    size_t length, offset;
};

static int advance(struct buffer *buffer) {
    const char *end = buffer->content + buffer->offset;
    if (*end == '"')
        end++;
    buffer->offset = (size_t)(end - buffer->content);
    return buffer->offset > 0 && buffer->offset < buffer->length;
}

int parse(const char *value) {
    if (value == NULL)
        return -1;
    struct buffer buffer = {value, 2, 0};
    return advance(&buffer);
}
