/* Comparing strings and memory as glibc does, where AddressSanitizer watches: what it puts in their place gives
   no more than the sign, but programs use the number. What it would report is reported, as of the caller. */
#include <stddef.h>
#include <stdint.h>

#define WF_WEAK __attribute__((weak))

extern void *__asan_region_is_poisoned(void *start, size_t size);
extern void __asan_report_error(void *pc, void *bp, void *sp, void *address, int is_write, size_t size);

/* Bytes that are read must be there. Of null it is not said that nothing is there. */
static void wf_expect_read(const void *start, size_t size, void *caller, void *frame) {
  char *bad = __asan_region_is_poisoned((void *)start, size);
  if (bad || (size && !start))
    __asan_report_error((char *)caller - 1, frame, frame, bad, 0, 1);
}

#define WF_EXPECT(start, size)                                                                       \
  wf_expect_read(start, size, __builtin_return_address(0), __builtin_frame_address(0))

/* What comparisons return: the difference of two bytes on x86-64, its sign on i386. */
static int wf_order(int difference) {
#ifdef __i386__
  return (difference > 0) - (difference < 0);
#else
  return difference;
#endif
}

static int wf_lower(int byte) { return byte >= 'A' && byte <= 'Z' ? byte + 32 : byte; }

WF_WEAK int wf_memcmp(const void *a, const void *b, size_t size) {
  const uint8_t *left = a, *right = b;
  size_t at = 0;
  WF_EXPECT(a, size);
  WF_EXPECT(b, size);
  while (at < size && left[at] == right[at])
    at++;
  if (at == size)
    return 0;
  return size == 1 ? left[at] - right[at] : wf_order(left[at] - right[at]);
}

/* Of two strings, as far as they are looked at: up to their ends, or so many bytes. */
static int wf_compare(const char *a, const char *b, size_t size, int (*as)(int), void *caller, void *frame) {
  const uint8_t *left = (const uint8_t *)a, *right = (const uint8_t *)b;
  size_t at = 0;
  wf_expect_read(a, size > 0, caller, frame);
  wf_expect_read(b, size > 0, caller, frame);
  while (at < size && left[at] && as(left[at]) == as(right[at]))
    at++;
  wf_expect_read(a, at < size ? at + 1 : size, caller, frame);
  wf_expect_read(b, at < size ? at + 1 : size, caller, frame);
  return at < size ? wf_order(as(left[at]) - as(right[at])) : 0;
}

static int wf_as_it_is(int byte) { return byte; }

#define WF_COMPARE(a, b, size, as)                                                                   \
  wf_compare(a, b, size, as, __builtin_return_address(0), __builtin_frame_address(0))

WF_WEAK int wf_strcmp(const char *a, const char *b) { return WF_COMPARE(a, b, SIZE_MAX, wf_as_it_is); }
WF_WEAK int wf_strncmp(const char *a, const char *b, size_t size) { return WF_COMPARE(a, b, size, wf_as_it_is); }
WF_WEAK int wf_strcasecmp(const char *a, const char *b) { return WF_COMPARE(a, b, SIZE_MAX, wf_lower); }
WF_WEAK int wf_strncasecmp(const char *a, const char *b, size_t size) { return WF_COMPARE(a, b, size, wf_lower); }
