/*
 * stdlib.h: sorting and searching. qsort is the merge sort that glibc uses: the same comparisons
 * in the same order, so that a native run of a test takes the predicted path.
 */
#include "library.h"

#include <stdlib.h>

typedef int comparison(const void *, const void *, void *);

struct sort {
    comparison *compare;
    void *argument;
    size_t size;
    char *scratch;
};

/* Depth is the logarithm of the count. */
static void sort(const struct sort *how, char *items, size_t count) {
    if (count <= 1)
        return;
    size_t left = count / 2, right = count - left, size = how->size;
    char *a = items, *b = items + left * size, *to = how->scratch;
    sort(how, a, left);
    sort(how, b, right);
    while (left > 0 && right > 0) {
        if (how->compare(a, b, how->argument) <= 0) {
            wf__memcpy(to, a, size);
            a += size;
            left--;
        } else {
            wf__memcpy(to, b, size);
            b += size;
            right--;
        }
        to += size;
    }
    if (left > 0)
        wf__memcpy(to, a, left * size);
    wf__memcpy(items, how->scratch, (count - right) * size);
}

static void sort_all(void *items, size_t count, size_t size, comparison *compare,
                     void *argument) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total))
        MISUSE("qsort of more bytes than there can be");
    if (count <= 1 || size == 0)
        return;
    struct sort how = {compare, argument, size, wf__malloc(total)};
    sort(&how, items, count);
    wf__free(how.scratch);
}

static int call_plain(const void *a, const void *b, void *compare) {
    return ((int (*)(const void *, const void *))compare)(a, b);
}

void wfl_sort(void *items, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    sort_all(items, count, size, call_plain, (void *)compare);
}

void qsort(void *items, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    sort_all(items, count, size, call_plain, (void *)compare);
}

void qsort_r(void *items, size_t count, size_t size, comparison *compare, void *argument) {
    sort_all(items, count, size, compare, argument);
}

void *bsearch(const void *key, const void *items, size_t count, size_t size,
              int (*compare)(const void *, const void *)) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const char *item = (const char *)items + middle * size;
        int order = compare(key, item);
        if (order < 0)
            high = middle;
        else if (order > 0)
            low = middle + 1;
        else
            return (void *)item;
    }
    return NULL;
}

void *lfind(const void *key, const void *items, size_t *count, size_t size,
            int (*compare)(const void *, const void *)) {
    for (size_t i = 0; i < *count; i++) {
        const char *item = (const char *)items + i * size;
        if (compare(key, item) == 0)
            return (void *)item;
    }
    return NULL;
}

void *lsearch(const void *key, void *items, size_t *count, size_t size,
              int (*compare)(const void *, const void *)) {
    for (size_t i = 0; i < *count; i++) {
        char *item = (char *)items + i * size;
        if (compare(key, item) == 0)
            return item;
    }
    char *new = (char *)items + *count * size;
    wf__memcpy(new, key, size);
    ++*count;
    return new;
}
