/* The functions that allocate, under the names that the objects of the program are given for them.
   WF_ALLOCATIONS, if it is set, has a digit for each allocation in the order in which the program
   makes them, 1 for one that fails. What has no bytes gets one from AddressSanitizer that may be used:
   here it may not. */
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define WF_WEAK __attribute__((weak))

extern const char *wf_setting(const char *name);
/* There only where the program is built with AddressSanitizer. */
extern WF_WEAK void __asan_poison_memory_region(const volatile void *start, size_t size);

static int wf_allocation_fails(size_t size) {
  static const char *next;
  if (size > PTRDIFF_MAX)
    return 0; /* The allocator will refuse it by itself. */
  if (!next)
    next = wf_setting("WF_ALLOCATIONS");
  if (!next || !*next || *next++ == '0')
    return 0;
  errno = ENOMEM;
  return 1;
}

static size_t wf_product(size_t count, size_t size) {
  size_t total;
  return __builtin_mul_overflow(count, size, &total) ? SIZE_MAX : total;
}

/* An object of no bytes. */
static void *wf_empty(void *object) {
  if (object && __asan_poison_memory_region)
    __asan_poison_memory_region(object, 1);
  return object;
}

/* Calls are in tail position where the object has bytes: reports of leaks have no frame of these
   functions then. */
WF_WEAK void *wf_malloc(size_t size) {
  if (wf_allocation_fails(size))
    return NULL;
  return size ? malloc(size) : wf_empty(malloc(0));
}
WF_WEAK void *wf_calloc(size_t count, size_t size) {
  if (wf_allocation_fails(wf_product(count, size)))
    return NULL;
  return wf_product(count, size) ? calloc(count, size) : wf_empty(calloc(count, size));
}
WF_WEAK void *wf_realloc(void *old, size_t size) {
  if (!old)
    return wf_malloc(size);
  if (size && wf_allocation_fails(size))
    return NULL;
  return realloc(old, size);
}
WF_WEAK void *wf_reallocarray(void *old, size_t count, size_t size) {
  size_t total = wf_product(count, size);
  if (!old && total == 0)
    return wf_malloc(0);
  if (total && wf_allocation_fails(total))
    return NULL;
  return reallocarray(old, count, size);
}
WF_WEAK void *wf_aligned_alloc(size_t alignment, size_t size) {
  if (wf_allocation_fails(size))
    return NULL;
  return size ? aligned_alloc(alignment, size) : wf_empty(aligned_alloc(alignment, size));
}
WF_WEAK void *wf_memalign(size_t alignment, size_t size) {
  if (wf_allocation_fails(size))
    return NULL;
  return size ? memalign(alignment, size) : wf_empty(memalign(alignment, size));
}
WF_WEAK int wf_posix_memalign(void **place, size_t alignment, size_t size) {
  int before = errno, fails = wf_allocation_fails(size);
  errno = before;
  if (fails)
    return ENOMEM;
  int result = posix_memalign(place, alignment, size);
  if (result == 0 && size == 0)
    wf_empty(*place);
  return result;
}
WF_WEAK char *wf_strdup(const char *string) {
  return wf_allocation_fails(strlen(string) + 1) ? NULL : strdup(string);
}
WF_WEAK char *wf_strndup(const char *string, size_t most) {
  return wf_allocation_fails(strnlen(string, most) + 1) ? NULL : strndup(string, most);
}
