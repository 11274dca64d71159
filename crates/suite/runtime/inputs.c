/* What a program asks for its inputs, answered from a test's values in order: wayfarer.h, KLEE's
   and SV-COMP's interfaces. Whatever the program defines itself wins where the compiler knows weak
   definitions; elsewhere leave out what clashes. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__)
#define WF_WEAK __attribute__((weak))
#else
#define WF_WEAK
#endif

#ifndef WF_HAVE_ENTRIES
struct wf_entry {
  const char *name;
  unsigned long size;
  const unsigned char *bytes;
};
extern const struct wf_entry *wf_entries;
extern unsigned long wf_entry_count;
#endif

#ifndef WF_ON_END
/* Where nobody else listens, the end is told to the person who runs the test. */
#define WF_ON_END(text) ((void)fprintf(stderr, "wayfarer: %s\n", text))
#endif

#ifndef WF_ON_VIOLATION
/* Called with the clause that is violated. */
#define WF_ON_VIOLATION(text) ((void)0)
#endif

#ifndef WF_ON_LAST_INPUT
/* Called when the program asks for more than the test has. */
#define WF_ON_LAST_INPUT() ((void)0)
#endif

static unsigned long wf_next_entry;

static void wf_take(void *to, unsigned long size, const char *name) {
  unsigned char *out = (unsigned char *)to;
  unsigned long i;
  (void)name;
  memset(out, 0, size);
  if (wf_next_entry < wf_entry_count) {
    const struct wf_entry *entry = &wf_entries[wf_next_entry++];
    for (i = 0; i < size && i < entry->size; i++)
      out[i] = entry->bytes[i];
  } else {
    WF_ON_LAST_INPUT();
  }
}

static void wf_end(const char *text, int status) {
  WF_ON_END(text);
  fflush(NULL);
  exit(status);
}

#define WF_INPUT(type, function)                                                                   \
  WF_WEAK type function(const char *name) {                                                        \
    type value;                                                                                    \
    wf_take(&value, sizeof value, name);                                                           \
    return value;                                                                                  \
  }
#define WF_NONDET(type, suffix)                                                                    \
  WF_WEAK type __VERIFIER_nondet_##suffix(void) {                                                  \
    type value;                                                                                    \
    wf_take(&value, sizeof value, #suffix);                                                        \
    return value;                                                                                  \
  }

WF_WEAK void wf_symbolic(void *address, size_t size, const char *name) {
  wf_take(address, (unsigned long)size, name);
}
WF_INPUT(_Bool, wf_bool)
WF_INPUT(char, wf_char)
WF_INPUT(signed char, wf_schar)
WF_INPUT(unsigned char, wf_uchar)
WF_INPUT(short, wf_short)
WF_INPUT(unsigned short, wf_ushort)
WF_INPUT(int, wf_int)
WF_INPUT(unsigned int, wf_uint)
WF_INPUT(long, wf_long)
WF_INPUT(unsigned long, wf_ulong)
WF_INPUT(long long, wf_longlong)
WF_INPUT(unsigned long long, wf_ulonglong)
WF_INPUT(float, wf_float)
WF_INPUT(double, wf_double)
WF_INPUT(long double, wf_longdouble)
WF_INPUT(int8_t, wf_int8)
WF_INPUT(uint8_t, wf_uint8)
WF_INPUT(int16_t, wf_int16)
WF_INPUT(uint16_t, wf_uint16)
WF_INPUT(int32_t, wf_int32)
WF_INPUT(uint32_t, wf_uint32)
WF_INPUT(int64_t, wf_int64)
WF_INPUT(uint64_t, wf_uint64)
WF_WEAK int wf_range_int(const char *name, int low, int high) {
  int value;
  wf_take(&value, sizeof value, name);
  if (value < low || value > high)
    wf_end("assumption failed", 0);
  return value;
}
#undef wf_assume
WF_WEAK void wf_assume(int condition) {
  if (!condition)
    wf_end("assumption failed", 0);
}
/* Functions that the program only declares: the room behind a pointer is what the test says. */
WF_WEAK void wf_stubbed(void) {}
WF_WEAK unsigned long wf_room_behind(const void *pointer, unsigned long wish) {
  (void)pointer;
  return wish;
}
WF_WEAK void wf_assert_failed(const char *text, const char *file, int line) {
  fflush(NULL);
  fprintf(stderr, "program: %s:%d: Assertion `%s' failed.\n", file, line, text);
  abort();
}
WF_WEAK void wf_reach(void) {
  WF_ON_END("error: reach-error");
  abort();
}

/* Monitors of specifications. */
WF_WEAK void wf_specification_violated(const char *text) {
  fflush(NULL);
  fprintf(stderr, "specification violated: %s\n", text);
  WF_ON_END("error: specification-violation");
  WF_ON_VIOLATION(text);
  abort();
}
WF_WEAK void wf_specification_step(int moment, const void *object, unsigned long happened) {
  (void)moment;
  (void)object;
  (void)happened;
}
WF_WEAK void *wf_specification_allocate(unsigned long size) {
  void *memory = calloc(1, size);
  if (!memory)
    abort();
  return memory;
}
/* What is done with lists of arguments, for those who watch over it. */
WF_WEAK void wf_va_start(void *list) { (void)list; }
WF_WEAK void wf_va_end(void *list) { (void)list; }
WF_WEAK void wf_va_copy(void *to, void *from) { (void)to, (void)from; }
WF_WEAK void wf_va_arg(void *list) { (void)list; }
WF_WEAK void wf_va_list_left(void *list) { (void)list; }
/* What is done with errno, for those who watch over it. */
WF_WEAK int *wf_errno_read(void) { return &errno; }
WF_WEAK int *wf_errno_set(void) { return &errno; }
WF_WEAK int *wf_errno(const char *file, int line, int use) {
  (void)file, (void)line, (void)use;
  return &errno;
}

/* KLEE */
WF_WEAK void klee_make_symbolic(void *address, size_t size, const char *name) {
  wf_take(address, (unsigned long)size, name);
}
WF_INPUT(int, klee_int)
WF_WEAK int klee_range(int begin, int end, const char *name) {
  int value = begin;
  if (begin + 1 != end)
    wf_take(&value, sizeof value, name);
  if (value < begin || value >= end)
    wf_end("assumption failed", 0);
  return value;
}
WF_WEAK uintptr_t klee_choose(uintptr_t count) {
  uintptr_t value;
  wf_take(&value, sizeof value, "klee_choose");
  if (value >= count)
    wf_end("assumption failed", 0);
  return value;
}
WF_WEAK void klee_assume(uintptr_t condition) {
  if (!condition)
    wf_end("assumption failed", 0);
}
WF_WEAK void klee_silent_exit(int status) { wf_end("assumption failed", status); }
WF_WEAK void klee_abort(void) { abort(); }
WF_WEAK void klee_report_error(const char *file, int line, const char *message,
                               const char *suffix) {
  (void)suffix;
  fprintf(stderr, "%s:%d: %s\n", file, line, message);
  WF_ON_END("error: assertion");
  abort();
}
WF_WEAK void klee_assert_fail(const char *text, const char *file, unsigned line,
                              const char *function) {
  (void)function;
  wf_assert_failed(text, file, (int)line);
}
WF_WEAK void klee_print_expr(const char *message, ...) { (void)message; }
WF_WEAK void klee_print_range(const char *name, int value) {
  (void)name;
  (void)value;
}
WF_WEAK void klee_define_fixed_object(void *address, size_t size) {
  (void)address;
  (void)size;
}
WF_WEAK int klee_get_errno(void) { return errno; }
WF_WEAK void klee_prefer_cex(void *object, uintptr_t condition) {
  (void)object;
  (void)condition;
}
WF_WEAK void klee_posix_prefer_cex(void *object, uintptr_t condition) {
  (void)object;
  (void)condition;
}
WF_WEAK unsigned klee_is_symbolic(uintptr_t value) {
  (void)value;
  return 0;
}
WF_WEAK unsigned klee_is_replay(void) { return 1; }
WF_WEAK float klee_get_valuef(float value) { return value; }
WF_WEAK double klee_get_valued(double value) { return value; }
WF_WEAK long klee_get_valuel(long value) { return value; }
WF_WEAK long long klee_get_valuell(long long value) { return value; }
WF_WEAK int32_t klee_get_value_i32(int32_t value) { return value; }
WF_WEAK int64_t klee_get_value_i64(int64_t value) { return value; }
WF_WEAK void klee_check_memory_access(const void *address, size_t size) {
  (void)address;
  (void)size;
}
WF_WEAK void klee_mark_global(void *object) { (void)object; }
WF_WEAK void klee_set_forking(unsigned enable) { (void)enable; }
WF_WEAK void klee_open_merge(void) {}
WF_WEAK void klee_close_merge(void) {}
WF_WEAK void klee_warning(const char *message) { (void)message; }
WF_WEAK void klee_warning_once(const char *message) { (void)message; }
WF_WEAK void klee_stack_trace(void) {}

/* SV-COMP */
WF_WEAK _Bool __VERIFIER_nondet_bool(void) {
  unsigned char value;
  wf_take(&value, sizeof value, "bool");
  return value & 1;
}
WF_NONDET(char, char)
WF_NONDET(signed char, schar)
WF_NONDET(unsigned char, uchar)
WF_NONDET(short, short)
WF_NONDET(unsigned short, ushort)
WF_NONDET(int, int)
WF_NONDET(unsigned int, uint)
WF_NONDET(unsigned int, unsigned)
WF_NONDET(long, long)
WF_NONDET(unsigned long, ulong)
WF_NONDET(long long, longlong)
WF_NONDET(unsigned long long, ulonglong)
#if defined(__SIZEOF_INT128__)
/* They are no types of ISO C. */
__extension__ typedef __int128 wf_int128;
__extension__ typedef unsigned __int128 wf_uint128;
WF_NONDET(wf_int128, int128)
WF_NONDET(wf_uint128, uint128)
#endif
WF_NONDET(float, float)
WF_NONDET(double, double)
WF_NONDET(size_t, size_t)
WF_NONDET(long long, loff_t)
WF_NONDET(unsigned long, sector_t)
WF_NONDET(unsigned char, u8)
WF_NONDET(unsigned short, u16)
WF_NONDET(unsigned int, u32)
WF_NONDET(unsigned long long, u64)
WF_NONDET(_Bool, _Bool)
WF_NONDET(unsigned char, unsigned_char)
WF_NONDET(unsigned int, unsigned_int)
WF_NONDET(long double, longdouble)
WF_NONDET(signed char, s8)
WF_NONDET(short, s16)
WF_NONDET(int, s32)
WF_NONDET(long long, s64)
WF_NONDET(void *, pointer)
WF_NONDET(char *, pchar)
WF_NONDET(char *, charp)
WF_WEAK void __VERIFIER_nondet_memory(void *address, size_t size) {
  wf_take(address, (unsigned long)size, "memory");
}
WF_WEAK void __VERIFIER_assume(int condition) {
  if (!condition)
    wf_end("assumption failed", 0);
}
WF_WEAK void __VERIFIER_error(void) {
  WF_ON_END("error: reach-error");
  abort();
}
WF_WEAK void __VERIFIER_assert(int condition) {
  if (!condition) {
    WF_ON_END("error: reach-error");
    abort();
  }
}
WF_WEAK void reach_error(void) {
  WF_ON_END("error: reach-error");
  abort();
}
WF_WEAK void __VERIFIER_atomic_begin(void) {}
WF_WEAK void __VERIFIER_atomic_end(void) {}
