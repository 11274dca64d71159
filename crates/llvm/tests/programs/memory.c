/* Memory: dynamic stack objects, memory functions, atomics, unaligned and odd accesses. */
#include <alloca.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int vla(int n) {
    int a[n], b[n][n + 1];
    for (int i = 0; i < n; i++) {
        a[i] = i * i;
        for (int j = 0; j <= n; j++)
            b[i][j] = a[i] + j;
    }
    return a[n - 1] + b[n - 1][n] + (int)(sizeof a / sizeof *a) + (int)sizeof b;
}
static int loop_vla(void) {
    int total = 0;
    for (int i = 1; i < 20; i++) {
        char buffer[i];
        memset(buffer, i, sizeof buffer);
        total += buffer[i - 1];
    }
    return total;
}
static char *dynamic(int n) {
    char *p = alloca((size_t)n + 1);
    memset(p, 'x', (size_t)n);
    p[n] = 0;
    return strdup(p);
}

static atomic_int counter = 5;
static _Atomic long wide = 1L << 40;
static int plain = 11;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static _Atomic unsigned char byte = 250;

static void atomics(void) {
    int old = atomic_fetch_add(&counter, 3);
    printf("%d %d ", old, atomic_load(&counter));
    printf("%d %d ", atomic_fetch_sub(&counter, 1), atomic_fetch_or(&counter, 8));
    printf("%d %d ", atomic_fetch_and(&counter, 12), atomic_fetch_xor(&counter, 5));
    int expected = 3;
    int done = atomic_compare_exchange_strong(&counter, &expected, 100);
    printf("%d %d ", done, expected);
    done = atomic_compare_exchange_strong(&counter, &expected, 100);
    printf("%d %d %d ", done, expected, counter);
    printf("%ld %ld ", atomic_exchange(&wide, 7), atomic_load(&wide));
    printf("%d %d ", atomic_flag_test_and_set(&flag), atomic_flag_test_and_set(&flag));
    byte += 10, counter++;
    atomic_thread_fence(memory_order_seq_cst);
    printf("%d %d ", byte, __atomic_fetch_nand(&plain, 6, __ATOMIC_SEQ_CST));
    printf("%d %d\n", __sync_fetch_and_add(&plain, 5), __sync_bool_compare_and_swap(&plain, -8, 1));
    int low = 5;
    printf("%d ", __atomic_fetch_max(&low, 9, __ATOMIC_RELAXED));
    printf("%d %d\n", __atomic_fetch_min(&low, 2, __ATOMIC_RELAXED), low);
}

struct item { char tag; int value; short s; };

int main(void) {
    printf("%d %d\n", vla(5), loop_vla());
    char *x = dynamic(9);
    printf("%s %zu\n", x, strlen(x));
    free(x);
    atomics();
    unsigned char raw[32];
    for (int i = 0; i < 32; i++)
        raw[i] = (unsigned char)(i * 11);
    uint32_t word;
    uint64_t quad;
    memcpy(&word, raw + 3, 4), memcpy(&quad, raw + 5, 8);
    printf("%08x %016llx\n", word, (unsigned long long)quad);
    memmove(raw + 2, raw, 20), memmove(raw, raw + 1, 20), memset(raw + 28, 0xab, 4);
    for (int i = 0; i < 32; i++)
        printf("%02x", raw[i]);
    printf(" %d\n", memcmp(raw, raw + 1, 8) < 0);
    struct item *items = calloc(5, sizeof *items), *more;
    for (int i = 0; i < 5; i++)
        items[i] = (struct item){(char)('a' + i), i * 1000, (short)-i};
    more = realloc(items, 8 * sizeof *more);
    more[7] = more[4];
    printf("%c %d %d\n", more[7].tag, more[7].value, more[7].s);
    struct item *p = more + 7, *q = more + 2;
    printf("%td %d %d\n", p - q, p > q, (int)((uintptr_t)p - (uintptr_t)q));
    q->value ^= (int)((uintptr_t)q->tag << 4);
    printf("%d\n", q->value);
    free(more);
    char word1[16] = "copy", word2[16];
    strcpy(word2, word1), strcat(word2, "-more");
    printf("%s %d %s\n", word2, strcmp(word1, word2) < 0, strchr(word2, '-'));
    int volatile v = 3;
    v += v * v;
    int *volatile vp = (int *)&v;
    __asm__ volatile("" ::: "memory");
    int through = *vp;
    __asm__("" : "+r"(through));
    printf("%d %d\n", through, __builtin_constant_p(v));
    printf("%d %d\n", __builtin_object_size(raw, 0) == 32, __builtin_expect(v, 12) == 12);
    return 0;
}
