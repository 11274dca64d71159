/* Sorting, with the order of comparisons, and sequences of random numbers. */
#include "check.h"

MODEL(qsort);
MODEL(qsort_r);
MODEL(bsearch);
#define RANDOM(F)                                                                                  \
    F(rand) F(srand) F(random) F(srandom) F(rand_r) F(drand48) F(erand48) F(lrand48) F(nrand48)    \
    F(mrand48) F(jrand48) F(srand48) F(seed48) F(lcong48)
RANDOM(MODEL)

static uint64_t trace;

struct item {
    int key, tag;
    char rest[3];
};

static int compare_items(const void *a, const void *b) {
    const struct item *x = a, *y = b;
    trace = trace * 31 + (uint64_t)x->tag * 1000 + (uint64_t)y->tag;
    return x->key < y->key ? -1 : x->key > y->key;
}

static int compare_with(const void *a, const void *b, void *argument) {
    return *(int *)argument * compare_items(a, b);
}

static void check_sorting(void) {
    static struct item ours[300], theirs[300];
    for (int i = 0; i < 500; i++) {
        size_t count = (size_t)random_below(random_below(5) ? 12 : 300);
        int range = 1 + random_below(300);
        for (size_t k = 0; k < count; k++)
            ours[k] = (struct item){random_below(range), (int)k, "ab"};
        memcpy(theirs, ours, sizeof ours);
        int direction = random_below(2) ? 1 : -1;
        trace = 0;
        if (direction > 0)
            model_qsort(ours, count, sizeof *ours, compare_items);
        else
            model_qsort_r(ours, count, sizeof *ours, compare_with, &direction);
        uint64_t our_trace = trace;
        trace = 0;
        if (direction > 0)
            qsort(theirs, count, sizeof *theirs, compare_items);
        else
            qsort_r(theirs, count, sizeof *theirs, compare_with, &direction);
        CHECK(memcmp(ours, theirs, sizeof ours) == 0, "qsort of %zu items", count);
        CHECK(our_trace == trace, "qsort of %zu items compares in another order", count);
        if (direction < 0)
            continue;
        struct item key = {random_below(range), -1, ""};
        trace = 0;
        struct item *found = model_bsearch(&key, ours, count, sizeof *ours, compare_items);
        our_trace = trace;
        trace = 0;
        struct item *other = bsearch(&key, theirs, count, sizeof *theirs, compare_items);
        CHECK((found ? found - ours : -1) == (other ? other - theirs : -1) && our_trace == trace,
              "bsearch in %zu items", count);
    }
}

static void check_48(unsigned short words[3]) {
    unsigned short own[3], mine[3];
    memcpy(own, words, 6), memcpy(mine, words, 6);
    for (int i = 0; i < 50; i++) {
        CHECK(model_drand48() == drand48(), "drand48");
        CHECK(model_lrand48() == lrand48(), "lrand48");
        CHECK(model_mrand48() == mrand48(), "mrand48");
        CHECK(model_erand48(own) == erand48(mine), "erand48");
        CHECK(model_nrand48(own) == nrand48(mine), "nrand48");
        CHECK(model_jrand48(own) == jrand48(mine), "jrand48");
    }
}

void check_sort_and_random(void) {
    check_sorting();
    for (int i = 0; i < 500; i++)
        CHECK(model_rand() == rand(), "rand without srand, %d", i);
    unsigned short words[7] = {1, 2, 3, 4, 5, 6, 7};
    check_48(words);
    for (int i = 0; i < 60; i++) {
        unsigned seed = i < 3 ? (unsigned)i : (unsigned)random_bits();
        model_srand(seed), srand(seed);
        for (int k = 0; k < 200; k++)
            CHECK(k % 2 ? model_rand() == rand() : model_random() == random(), "rand of %u", seed);
        unsigned ours = seed, theirs = seed;
        for (int k = 0; k < 20; k++)
            CHECK(model_rand_r(&ours) == rand_r(&theirs) && ours == theirs, "rand_r of %u", seed);
        model_srand48((long)seed), srand48((long)seed);
        words[0] = (unsigned short)random_bits();
        check_48(words);
        if (i % 3 == 0) {
            unsigned short *a = model_seed48(words), *b = seed48(words);
            CHECK(memcmp(a, b, 6) == 0, "seed48");
        }
        if (i % 5 == 0)
            model_lcong48(words), lcong48(words);
        check_48(words);
    }
}
