/* What functions without body return and write in a test, in order. */
struct wf_answer {
  const char *bytes;
  size_t size;
};
static const struct wf_answer *wf_answers;

static void wf_answer(void *to, size_t size) {
  memset(to, 0, size);
  if (wf_answers && wf_answers->bytes) {
    memcpy(to, wf_answers->bytes, size < wf_answers->size ? size : wf_answers->size);
    wf_answers++;
  }
}

#define WF_ANSWER(type, function)                                                                  \
  type function(const char *name);                                                                 \
  type function(const char *name) {                                                                \
    type value;                                                                                    \
    (void)name;                                                                                    \
    wf_answer(&value, sizeof value);                                                               \
    return value;                                                                                  \
  }
WF_ANSWER(_Bool, wf_bool)
WF_ANSWER(signed char, wf_schar)
WF_ANSWER(unsigned char, wf_uchar)
WF_ANSWER(short, wf_short)
WF_ANSWER(unsigned short, wf_ushort)
WF_ANSWER(int, wf_int)
WF_ANSWER(unsigned int, wf_uint)
WF_ANSWER(long, wf_long)
WF_ANSWER(unsigned long, wf_ulong)
WF_ANSWER(float, wf_float)
WF_ANSWER(double, wf_double)
WF_ANSWER(long double, wf_longdouble)
void wf_symbolic(void *to, size_t size, const char *name);
void wf_symbolic(void *to, size_t size, const char *name) {
  (void)name;
  wf_answer(to, size);
}
void wf_assume(int condition);
void wf_assume(int condition) {
  if (!condition)
    abort();
}
void wf_stubbed(void);
void wf_stubbed(void) {}
unsigned long wf_room_behind(const void *pointer, unsigned long wish);
unsigned long wf_room_behind(const void *pointer, unsigned long wish) {
  (void)pointer;
  return wish;
}

