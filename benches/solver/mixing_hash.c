// Collisions of a finaliser with two multiplications (as in Murmur) among three free keys.
//
// options: --strategy dfs --solver-time 5
#include <stdint.h>
#include <wayfarer.h>

static uint32_t mix(uint32_t h) {
    h ^= h >> 16;
    h *= 0x85ebca6b;
    h ^= h >> 13;
    h *= 0xc2b2ae35;
    h ^= h >> 16;
    return h;
}

int main(void) {
    uint32_t buckets[3];
    for (int i = 0; i < 3; i++) {
        buckets[i] = mix(wf_uint("key")) & 63;
        for (int j = 0; j < i; j++)
            if (buckets[j] == buckets[i])
                return 1;
        if (buckets[i] == 17)
            return 2;
    }
    return 0;
}
