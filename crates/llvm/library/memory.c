/* string.h: the mem* functions. */
#include "library.h"

#include <string.h>
#include <strings.h>
#include <sys/types.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size) {
    wf__memcpy(to, from, size);
    return to;
}

void *mempcpy(void *restrict to, const void *restrict from, size_t size) {
    wf__memcpy(to, from, size);
    return (char *)to + size;
}

void *__mempcpy(void *restrict to, const void *restrict from, size_t size) {
    wf__memcpy(to, from, size);
    return (char *)to + size;
}

void *memmove(void *to, const void *from, size_t size) {
    wf__memmove(to, from, size);
    return to;
}

void *memset(void *to, int byte, size_t size) {
    wf__memset(to, byte, size);
    return to;
}

void explicit_bzero(void *to, size_t size) { wf__memset(to, 0, size); }
void bzero(void *to, size_t size) { wf__memset(to, 0, size); }
void bcopy(const void *from, void *to, size_t size) { wf__memmove(to, from, size); }

static void check_capacity(size_t size, size_t capacity) {
    if (size > capacity)
        wf__error("out-of-bounds", "a checked copy is larger than its destination");
}

void *__memcpy_chk(void *restrict to, const void *restrict from, size_t size, size_t capacity) {
    check_capacity(size, capacity);
    wf__memcpy(to, from, size);
    return to;
}

void *__mempcpy_chk(void *restrict to, const void *restrict from, size_t size, size_t capacity) {
    check_capacity(size, capacity);
    wf__memcpy(to, from, size);
    return (char *)to + size;
}

void *__memmove_chk(void *to, const void *from, size_t size, size_t capacity) {
    check_capacity(size, capacity);
    wf__memmove(to, from, size);
    return to;
}

void *__memset_chk(void *to, int byte, size_t size, size_t capacity) {
    check_capacity(size, capacity);
    wf__memset(to, byte, size);
    return to;
}

void __explicit_bzero_chk(void *to, size_t size, size_t capacity) {
    check_capacity(size, capacity);
    wf__memset(to, 0, size);
}

/* The difference of the first two bytes that differ, as glibc returns it on x86-64; on i386 only of single bytes. */
static int compare(const void *left, const void *right, size_t size) {
    if (wf__memcmp(left, right, size) == 0)
        return 0;
    const unsigned char *a = left, *b = right;
    for (size_t i = 0; i < size; i++)
        if (a[i] != b[i])
            return size == 1 ? a[i] - b[i] : wfl_order(a[i] - b[i]);
    return 0;
}

int memcmp(const void *left, const void *right, size_t size) { return compare(left, right, size); }
int bcmp(const void *left, const void *right, size_t size) { return compare(left, right, size); }

int __memcmpeq(const void *left, const void *right, size_t size) {
    return compare(left, right, size);
}

void *memchr(const void *memory, int byte, size_t size) {
    const unsigned char *bytes = memory;
    for (size_t i = 0; i < size; i++)
        if (bytes[i] == (unsigned char)byte)
            return (void *)(bytes + i);
    return NULL;
}

void *rawmemchr(const void *memory, int byte) {
    const unsigned char *bytes = memory;
    while (*bytes != (unsigned char)byte)
        bytes++;
    return (void *)bytes;
}

void *memrchr(const void *memory, int byte, size_t size) {
    const unsigned char *bytes = memory;
    while (size > 0)
        if (bytes[--size] == (unsigned char)byte)
            return (void *)(bytes + size);
    return NULL;
}

void *memmem(const void *where, size_t size, const void *what, size_t what_size) {
    const unsigned char *bytes = where, *pattern = what;
    if (what_size == 0)
        return (void *)bytes;
    for (size_t start = 0; start + what_size <= size && start + what_size >= start; start++) {
        size_t i = 0;
        while (i < what_size && bytes[start + i] == pattern[i])
            i++;
        if (i == what_size)
            return (void *)(bytes + start);
    }
    return NULL;
}

void *memccpy(void *restrict to, const void *restrict from, int byte, size_t size) {
    unsigned char *out = to;
    const unsigned char *in = from;
    for (size_t i = 0; i < size; i++) {
        out[i] = in[i];
        if (in[i] == (unsigned char)byte)
            return out + i + 1;
    }
    return NULL;
}

void *memfrob(void *memory, size_t size) {
    unsigned char *bytes = memory;
    for (size_t i = 0; i < size; i++)
        bytes[i] ^= 42;
    return memory;
}

void swab(const void *restrict from, void *restrict to, ssize_t size) {
    const unsigned char *in = from;
    unsigned char *out = to;
    for (ssize_t i = 0; i + 1 < size; i += 2) {
        unsigned char first = in[i];
        out[i] = in[i + 1];
        out[i + 1] = first;
    }
}

#undef ffs
#undef ffsl
#undef ffsll
int ffs(int value) { return value ? __builtin_ctz((unsigned)value) + 1 : 0; }
int ffsl(long value) { return value ? __builtin_ctzl((unsigned long)value) + 1 : 0; }
int ffsll(long long value) { return value ? __builtin_ctzll((unsigned long long)value) + 1 : 0; }
