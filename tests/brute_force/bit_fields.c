// Bit-fields, signed and unsigned, over bytes that are also seen otherwise.
#include <wayfarer.h>
#include <string.h>

union view {
    unsigned short both;
    unsigned char bytes[2];
    struct {
        unsigned low : 3;
        int middle : 5;
        unsigned high : 7;
    } fields;
};

int main(void) {
    union view view;
    memset(&view, 0, sizeof view);
    wf_symbolic(&view.bytes[0], 1, "low");
    view.bytes[1] = view.bytes[0] ^ 0x5a;
    if (view.fields.low == 5 && view.fields.middle < -3)
        return 1;
    if (view.fields.high == 100)
        return 2;
    view.fields.middle = view.fields.low * 4;
    if (view.fields.middle < 0)
        return 3;
    wf_assert(view.both != 0x5800);
    return 0;
}
