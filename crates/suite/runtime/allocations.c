/* Linked with the program where its allocations may fail: the functions that allocate, under the
   names that the objects of the program are given for them. WF_ALLOCATIONS has a digit for each
   allocation in the order in which the program makes them, 1 for one that fails. */
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define WF_WEAK __attribute__((weak))

extern const char *wf_setting(const char *name);

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

WF_WEAK void *wf_malloc(size_t size) { return wf_allocation_fails(size) ? NULL : malloc(size); }
WF_WEAK void *wf_calloc(size_t count, size_t size) {
  return wf_allocation_fails(wf_product(count, size)) ? NULL : calloc(count, size);
}
WF_WEAK void *wf_realloc(void *old, size_t size) {
  if (old && size == 0)
    return realloc(old, size);
  return wf_allocation_fails(size) ? NULL : realloc(old, size);
}
WF_WEAK void *wf_reallocarray(void *old, size_t count, size_t size) {
  size_t total = wf_product(count, size);
  if (old && total == 0)
    return realloc(old, 0);
  return wf_allocation_fails(total) ? NULL : reallocarray(old, count, size);
}
WF_WEAK void *wf_aligned_alloc(size_t alignment, size_t size) {
  return wf_allocation_fails(size) ? NULL : aligned_alloc(alignment, size);
}
WF_WEAK void *wf_memalign(size_t alignment, size_t size) {
  return wf_allocation_fails(size) ? NULL : memalign(alignment, size);
}
WF_WEAK int wf_posix_memalign(void **place, size_t alignment, size_t size) {
  int before = errno, fails = wf_allocation_fails(size);
  errno = before;
  return fails ? ENOMEM : posix_memalign(place, alignment, size);
}
WF_WEAK char *wf_strdup(const char *string) {
  return wf_allocation_fails(strlen(string) + 1) ? NULL : strdup(string);
}
WF_WEAK char *wf_strndup(const char *string, size_t most) {
  return wf_allocation_fails(strnlen(string, most) + 1) ? NULL : strndup(string, most);
}
