/*
 * stdlib.h: random numbers, in glibc's sequences: a test must see natively what the machine saw.
 * Those of the system (sys/random.h) are inputs.
 */
#include "library.h"

#include <stdlib.h>
#include <sys/random.h>

/*
 * The additive feedback generators x^degree + x^separation + 1 behind rand and random; the first of them is a linear
 * congruential one. A state is words of which the first says which it is and where it stands.
 */
enum { GENERATORS = 5, DEGREE = 31 };
static const int degrees[GENERATORS] = {0, 7, 15, DEGREE, 63}, separations[GENERATORS] = {0, 3, 1, 3, 1};
static uint32_t own_words[DEGREE + 1] = {3};
static uint32_t *state = own_words + 1;
static int generator = 3, front, rear;
static bool seeded;

static int32_t step(void) {
    if (generator == 0)
        return (int32_t)(state[0] = (state[0] * 1103515245 + 12345) & INT32_MAX);
    int degree = degrees[generator];
    uint32_t sum = state[front] += state[rear];
    front = front + 1 == degree ? 0 : front + 1;
    rear = rear + 1 == degree ? 0 : rear + 1;
    return (int32_t)(sum >> 1);
}

static void seed(unsigned value) {
    seeded = true;
    int32_t word = (int32_t)(value ? value : 1);
    state[0] = (uint32_t)word;
    for (int i = 1; i < degrees[generator]; i++) {
        /* 16807 × word mod 2^31 - 1, without overflow */
        int32_t high = word / 127773, low = word % 127773;
        word = 16807 * low - 2836 * high;
        if (word < 0)
            word += 2147483647;
        state[i] = (uint32_t)word;
    }
    front = separations[generator];
    rear = 0;
    for (int i = 0; i < degrees[generator] * 10; i++)
        step();
}

static int32_t next(void) {
    if (!seeded)
        seed(1);
    return step();
}

int rand(void) { return next(); }
long random(void) { return next(); }
void srand(unsigned value) { seed(value); }
void srandom(unsigned value) { seed(value); }

/* Takes down where the state stands, and gives it. */
static uint32_t *leave(void) {
    if (!seeded)
        seed(1);
    state[-1] = (uint32_t)(generator == 0 ? 0 : GENERATORS * rear + generator);
    return state - 1;
}

char *initstate(unsigned value, char *words, size_t size) {
    static const size_t sizes[GENERATORS] = {8, 32, 64, 128, 256};
    if (size < sizes[0]) {
        errno = EINVAL;
        return NULL;
    }
    uint32_t *before = leave();
    for (generator = GENERATORS - 1; size < sizes[generator]; generator--)
        ;
    state = (uint32_t *)(void *)words + 1;
    seed(value);
    leave();
    return (char *)before;
}

char *setstate(char *words) {
    uint32_t *to = (uint32_t *)(void *)words, *before = leave();
    int which = (int)(to[0] % GENERATORS);
    generator = which;
    if (which > 0) {
        rear = (int)(to[0] / GENERATORS);
        front = (rear + separations[which]) % degrees[which];
    }
    state = to + 1;
    return (char *)before;
}

int rand_r(unsigned *seed) {
    unsigned word = *seed, result = 0;
    static const unsigned bits[3] = {11, 10, 10}, masks[3] = {2048, 1024, 1024};
    for (int i = 0; i < 3; i++) {
        word = word * 1103515245 + 12345;
        result = (i ? result << bits[i] : 0) ^ ((word / 65536) % masks[i]);
    }
    *seed = word;
    return (int)result;
}

/* The 48-bit linear congruential generators. */
static uint64_t lcg_state, lcg_factor = 0x5deece66d;
static uint16_t lcg_summand = 0xb;

static uint64_t lcg_step(uint64_t x) {
    return (x * lcg_factor + lcg_summand) & 0xffffffffffff;
}

static uint64_t lcg_pack(const unsigned short words[3]) {
    return words[0] | (uint64_t)words[1] << 16 | (uint64_t)words[2] << 32;
}

static void lcg_unpack(uint64_t x, unsigned short words[3]) {
    for (int i = 0; i < 3; i++)
        words[i] = (unsigned short)(x >> 16 * i);
}

static uint64_t lcg_next(unsigned short words[3]) {
    uint64_t x = lcg_step(lcg_pack(words));
    lcg_unpack(x, words);
    return x;
}

static uint64_t lcg_next_own(void) { return lcg_state = lcg_step(lcg_state); }

static double as_double(uint64_t x) { return (double)(int64_t)x / 281474976710656.0; }

double drand48(void) { return as_double(lcg_next_own()); }
double erand48(unsigned short words[3]) { return as_double(lcg_next(words)); }
long lrand48(void) { return (long)(lcg_next_own() >> 17); }
long nrand48(unsigned short words[3]) { return (long)(lcg_next(words) >> 17); }
long mrand48(void) { return (int32_t)(lcg_next_own() >> 16); }
long jrand48(unsigned short words[3]) { return (int32_t)(lcg_next(words) >> 16); }

void srand48(long value) {
    lcg_state = (uint64_t)(uint32_t)value << 16 | 0x330e;
    lcg_factor = 0x5deece66d;
    lcg_summand = 0xb;
}

unsigned short *seed48(unsigned short words[3]) {
    static unsigned short before[3];
    lcg_unpack(lcg_state, before);
    lcg_state = lcg_pack(words);
    lcg_factor = 0x5deece66d;
    lcg_summand = 0xb;
    return before;
}

void lcong48(unsigned short words[7]) {
    lcg_state = lcg_pack(words);
    lcg_factor = lcg_pack(words + 3);
    lcg_summand = words[6];
}

/* Random numbers of the system. */

static void fill(void *buffer, size_t size) {
    if (size > 0)
        wf__input(buffer, size, "random", "bytes");
}

ssize_t getrandom(void *buffer, size_t size, unsigned flags) {
    if (flags & ~(unsigned)(GRND_NONBLOCK | GRND_RANDOM | GRND_INSECURE)) {
        errno = EINVAL;
        return -1;
    }
    fill(buffer, size);
    return (ssize_t)size;
}

int getentropy(void *buffer, size_t size) {
    if (size > 256) {
        errno = EIO;
        return -1;
    }
    fill(buffer, size);
    return 0;
}

void arc4random_buf(void *buffer, size_t size) { fill(buffer, size); }

static uint32_t number(void) {
    uint32_t value;
    fill(&value, sizeof value);
    return value;
}

uint32_t arc4random(void) { return number(); }

uint32_t arc4random_uniform(uint32_t bound) {
    uint32_t value = number();
    return bound < 2 ? 0 : value % bound;
}
