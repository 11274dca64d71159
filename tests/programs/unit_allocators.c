// Allocators that a caller gives: functions of the library that the program has at hand, none, or such that
// have nothing to give. One that does nothing but be called stands for those without a result.
// options: --function copy_of
// findings: null-dereference 21
// verdicts: confirmed
// tests: confirmed
#include <stdlib.h>

struct hooks {
  void *(*allocate)(size_t size);
  void (*report)(int code);
};

struct hooks defaults = {malloc, NULL};

char *copy_of(const char *text, const struct hooks *given) {
  if (text == NULL || given == NULL || given->allocate == NULL)
    return NULL;
  size_t length = 0;
  char *copy = given->allocate(4);
  copy[0] = 0;
  while (text[length] != 0 && length < 3) {
    copy[length] = text[length];
    copy[++length] = 0;
  }
  if (length == 3 && given->report)
    given->report((int)length);
  return copy;
}

// unit: static void *wf_empty_allocate(size_t argument1) {
// unit: static void wf_empty_report(int argument1) {
// unit: CHECK(strcmp(result, "aaa") == 0);
