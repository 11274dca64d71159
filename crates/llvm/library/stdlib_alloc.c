/* stdlib.h: the heap. */
#include "library.h"

#include "host.h"
#include <malloc.h>
#include <stdlib.h>

static void *fail(void) {
    errno = ENOMEM;
    return NULL;
}

void *wfl_allocate(size_t size) {
    if (size > PTRDIFF_MAX || wf__malloc_fails())
        return fail();
    return wf__malloc(size);
}

/* The first byte of a heap object, or null: what free and realloc accept. The machine reports
   dead objects and pointers to none; a pointer into the middle is for wf__free to report. */
void *wfl_reallocate(void *old, size_t size) {
    if (!old)
        return wfl_allocate(size);
    if (wf__object_offset(old) != 0)
        wf__error("invalid-free", "realloc of a pointer into the middle of an object");
    if (size == 0) {
        wf__free(old);
        return NULL;
    }
    if (size > PTRDIFF_MAX || wf__malloc_fails())
        return fail();
    size_t before = wf__object_size(old);
    void *new = wf__malloc(size);
    wf__move_object(new, old, before < size ? before : size);
    wf__free(old);
    return new;
}

char *wfl_duplicate(const char *string, size_t length) {
    char *copy = wfl_allocate(length + 1);
    if (!copy)
        return NULL;
    wf__memcpy(copy, string, length);
    copy[length] = 0;
    return copy;
}

void *malloc(size_t size) { return wfl_allocate(size); }
void *__libc_malloc(size_t size) { return wfl_allocate(size); }
void free(void *object) { wf__free(object); }
void __libc_free(void *object) { wf__free(object); }
void cfree(void *object) { wf__free(object); }

void *calloc(size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total))
        return fail();
    void *object = wfl_allocate(total);
    if (object)
        wf__memset(object, 0, total);
    return object;
}

void *realloc(void *old, size_t size) { return wfl_reallocate(old, size); }

void *reallocarray(void *old, size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total))
        return fail();
    return wfl_reallocate(old, total);
}

/* Objects of the machine are aligned enough for any type; more is only granted if it happens to
   be so. */
static void *allocate_aligned(size_t alignment, size_t size) {
    void *object = wfl_allocate(size);
    if (object && ((uintptr_t)object & (alignment - 1)) != 0)
        wf__unsupported("an allocation with a larger alignment than objects have");
    return object;
}

static bool is_power_of_two(size_t value) { return value != 0 && (value & (value - 1)) == 0; }

void *memalign(size_t alignment, size_t size) {
    size_t power = 16;
    while (power < alignment && power <= PTRDIFF_MAX / 2)
        power *= 2;
    return allocate_aligned(power, size);
}
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **place, size_t alignment, size_t size) {
    if (!is_power_of_two(alignment) || alignment % sizeof(void *) != 0)
        return EINVAL;
    int before = errno;
    void *object = allocate_aligned(alignment, size);
    errno = before;
    if (!object)
        return ENOMEM;
    *place = object;
    return 0;
}

void *valloc(size_t size) { return allocate_aligned(4096, size); }

size_t malloc_usable_size(void *object) { return object ? wf__object_size(object) : 0; }
int malloc_trim(size_t keep) {
    (void)keep;
    return 0;
}
int mallopt(int what, int value) { return WF_ALLOCATOR_TAKES(what, value); }
