// What the source has macros for means what C and its library say in the tests behind it.
// options: --function copy
// findings: none
// unusual: null-dereference 29, null-dereference 30
// verdicts: confirmed
// tests: confirmed
#include <stdlib.h>
#include <string.h>

static void *(*own_malloc)(size_t) = malloc;
#define OWN_MALLOC(size) own_malloc(size)
#define malloc(size) error - forbidden - use OWN_MALLOC instead
#define free(memory) error - forbidden
#define strcmp(a, b) error - forbidden
#define abort() error - forbidden
#define fprintf error - forbidden
#define undone(x) error
#undef undone

char *copy(const char *text, char *to, int size) {
  int at = 0;
  if (text == NULL || size < 1) {
    to = OWN_MALLOC(1);
    if (to)
      to[0] = 0;
    return to;
  }
  for (; at < 3 && at < size - 1 && text[at]; at++)
    to[at] = text[at];
  to[at] = 0;
  return to;
}

#define copy(text, to, size) copy(text, to, sizeof(text) + size)
#define int long
#define CHECK(what) error - it is ours

// unit: #undef CHECK
// unit: #undef abort
// unit: #undef copy
// unit: #undef fprintf
// unit: #undef int
// unit: #undef malloc
// unit: #undef strcmp
