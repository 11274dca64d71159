// Tagged pointers, pointers in unions and in what is freed, of programs of 32 bits.
// options: -m32
// exhaustive: false
// findings: use-after-free 49
// verdicts: confirmed
// tests: confirmed
#include <stdlib.h>
#include <wayfarer.h>

struct variant {
    int tag;
    union {
        int number;
        char *text;
        struct variant *other;
    } is;
};

int main(void) {
    unsigned k = wf_uint("k"), c = wf_uint("c");
    wf_assume(k < 3);
    struct variant all[3] = {{0, {.number = 7}}, {1, {.text = "text"}}, {2, {.other = &all[0]}}};
    struct variant *one = &all[k];
    int result = 0;
    switch (one->tag) {
    case 0:
        result = one->is.number;
        break;
    case 1:
        result = one->is.text[0];
        break;
    case 2:
        result = one->is.other->is.number;
        break;
    }
    if (result == 't')
        wf_assert(k == 1);
    wf_assert(result == 7 || result == 't');
    unsigned tagged = (unsigned)one | 1;
    struct variant *back = (struct variant *)(tagged & ~1u);
    wf_assert(back == one && back->tag == (int)k);
    int *room = malloc(8), **kept = malloc(sizeof *kept);
    if (!room || !kept)
        return 1;
    *kept = room;
    room[1] = 3;
    if (c == 9)
        free(room);
    int last = (*kept)[1];
    if (c != 9)
        free(room);
    free(kept);
    return last + result;
}
