// Open addressing with a multiplicative hash and three free keys: what was put in is found again.
//
// paths: 12
// exhaustive: true
// findings: none
// tests: confirmed
#include <stdint.h>
#include <wayfarer.h>

#define SIZE 8

static uint32_t keys[SIZE];
static int values[SIZE];
static unsigned char used[SIZE];

static unsigned slot_of(uint32_t key) { return (key * 2654435769u) >> 29; }

static int put(uint32_t key, int value) {
    unsigned slot = slot_of(key);
    for (int i = 0; i < SIZE; i++, slot = (slot + 1) % SIZE) {
        if (!used[slot]) {
            used[slot] = 1;
            keys[slot] = key;
            values[slot] = value;
            return 1;
        }
        if (keys[slot] == key) {
            values[slot] = value;
            return 1;
        }
    }
    return 0;
}

static int get(uint32_t key) {
    unsigned slot = slot_of(key);
    for (int i = 0; i < SIZE && used[slot]; i++, slot = (slot + 1) % SIZE)
        if (keys[slot] == key)
            return values[slot];
    return -1;
}

int main(void) {
    uint32_t a = wf_uint("a"), b = wf_uint("b"), c = wf_uint("c");
    wf_assert(put(a, 1));
    wf_assert(put(b, 2));
    wf_assert(put(c, 3));
    wf_assert(get(c) == 3);
    wf_assert(get(b) == (b == c ? 3 : 2));
    return 0;
}
