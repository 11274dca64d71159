// Names of four free letters looked up in a chained table under the djb2 hash.
//
// options: --strategy dfs --max-paths 400 --solver-time 5
#include <stdint.h>
#include <wayfarer.h>

#define BUCKETS 16

static const char *const names[] = {"open", "read", "seek", "stat", "link", "sync", "exec", "fork"};
static const char *heads[BUCKETS][3];

static uint32_t hash(const char *text) {
    uint32_t h = 5381;
    for (; *text; text++)
        h = h * 33 + (unsigned char)*text;
    return h ^ h >> 16;
}

static int same(const char *a, const char *b) {
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

int main(void) {
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        unsigned bucket = hash(names[i]) % BUCKETS, slot = 0;
        while (slot < 2 && heads[bucket][slot])
            slot++;
        heads[bucket][slot] = names[i];
    }
    char key[5];
    wf_symbolic(key, sizeof key, "key");
    wf_assume(key[4] == 0);
    for (int i = 0; i < 4; i++)
        wf_assume(key[i] >= 'a' && key[i] <= 'z');
    unsigned bucket = hash(key) % BUCKETS;
    for (unsigned b = 0; b < BUCKETS; b++) {
        if (b != bucket)
            continue;
        for (int slot = 0; slot < 3 && heads[b][slot]; slot++)
            if (same(heads[b][slot], key))
                return (int)b + 1;
    }
    return 0;
}
