// A pointer that is read as a number through a union.
// options: --no-replay
// exhaustive: false
// left: the address of an object, another one natively, is used at pointer_in_union.c:19
#include <stdint.h>
#include <string.h>

int wf_int(const char *name);

struct value {
    int kind;
    union {
        uint64_t number;
        const char *text;
    } as;
};

static uint64_t rest(struct value *value) {
    return value->as.number % 11;
}

int main(void) {
    struct value value;
    memset(&value, 0, sizeof value);
    value.kind = wf_int("kind");
    if (value.kind == 1)
        value.as.text = "text";
    return rest(&value) == 3;
}
