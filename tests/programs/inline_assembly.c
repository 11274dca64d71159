// Arithmetic in assembly is what the processor makes of it.
// options: --stdin 9
// exhaustive: true
// findings: abort 84
// tests: confirmed
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static uint64_t product(uint64_t a, uint64_t b, uint64_t *high) {
    uint64_t low;
    __asm__("mulq %3" : "=a"(low), "=d"(*high) : "%0"(a), "rm"(b));
    return low;
}

static uint64_t sum(uint64_t a1, uint64_t a0, uint64_t b1, uint64_t b0, uint64_t *high) {
    uint64_t low;
    __asm__("addq %5,%q1\n\tadcq %3,%q0" : "=r"(*high), "=&r"(low) : "0"(a1), "rme"(b1), "%1"(a0), "rme"(b0));
    return low;
}

static uint64_t difference(uint64_t a1, uint64_t a0, uint64_t b1, uint64_t b0, uint64_t *high) {
    uint64_t low;
    __asm__("subq %5,%q1\n\tsbbq %3,%q0" : "=r"(*high), "=&r"(low) : "0"(a1), "rme"(b1), "1"(a0), "rme"(b0));
    return low;
}

static unsigned swapped(unsigned value) {
    __asm__("bswap %0" : "=r"(value) : "0"(value));
    return value;
}

static uint16_t turned(uint16_t value, unsigned char by) {
    __asm__("rorw $8, %w0; rolw %1, %w0" : "+r"(value) : "cI"(by) : "cc");
    return value;
}

static unsigned lowest(unsigned value) {
    unsigned place;
    __asm__("bsfl %1, %0" : "=r"(place) : "rm"(value));
    return place;
}

static uint64_t highest(uint64_t value) {
    uint64_t place;
    __asm__("bsr{q %1,%0| %0,%1}" : "=r"(place) : "rm"(value));
    return place;
}

static int added(int *to, int value) {
    __asm__ __volatile__("lock; xaddl %0, %1" : "+r"(value), "+m"(*to) : : "memory");
    return value;
}

static unsigned char exchanged(unsigned *at, unsigned expected, unsigned new) {
    unsigned char done;
    __asm__ __volatile__("lock cmpxchgl %2, %1; sete %3"
                         : "+a"(expected), "+m"(*at), "+r"(new), "=q"(done)
                         :
                         : "memory");
    return done;
}

static uint64_t mixed(uint64_t value) {
    uint64_t other;
    __asm__("movl %k1, %k0\n\tshrq $7, %1 # upper\n\txorq %0, %1\n\tnotq %1\n\tincb %b1"
            : "=&r"(other), "+r"(value));
    return value + other;
}

int main(void) {
    unsigned char bytes[9];
    uint64_t a = 0xfedcba9876543210, high = 0;
    unsigned word = 5;
    int count = 7;
    if (read(0, bytes, 9) != 9)
        return 1;
    unsigned given = bytes[0] | (unsigned)bytes[1] << 8;
    printf("%lx", (unsigned long)product(a, a + 3, &high));
    printf(" %lx", (unsigned long)high);
    printf(" %lx %lx", (unsigned long)sum(1, a, 2, a, &high), (unsigned long)high);
    if (product(given, given, &high) == 1764 && sum(0, given, 0, ~0ul, &high) == 41 && high == 1)
        abort();
    printf(" %lx %lx", (unsigned long)difference(5, 1, 2, 3, &high), (unsigned long)high);
    printf(" %x %x %u %lu", swapped(0x12345678), turned(0x1234, 3), lowest(0x50), (unsigned long)highest(a));
    printf(" %d %d", added(&count, 5), count);
    printf(" %d %d %u", exchanged(&word, 5, 9), exchanged(&word, 5, 11), word);
    printf(" %lx\n", (unsigned long)mixed(a));
    return swapped(given) == 0x11000000 ? lowest(given | 0x100) == 0 : 2;
}
