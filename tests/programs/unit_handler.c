// What a caller gives to be called: any function, whose results are scripted in the tests, and nothing, which
// the code does not expect. Functions of the program take memory of a type that only their users know.
// options: --function each
// findings: none
// unusual: null-dereference 30
// verdicts: confirmed
// tests: confirmed
// branches: most 55
#include <stddef.h>

typedef int (*word_handler)(void *user, const char *word, size_t length);

/* Not a handler. */
static int other(void *user, int word) { return user != NULL && word; }

static int counting(void *user, const char *word, size_t length) {
  (void)word;
  if (user != NULL)
    *(int *)user += (int)length;
  return length < 3;
}

int each(const char *text, word_handler handler, void *user) {
  size_t at = 0, words = 0;
  if (text == NULL)
    return -1;
  while (text[at] != 0 && words < 2) {
    size_t length = text[at] == ' ' ? 1 : 2;
    if (text[at + 1] == 0) length = 1;
    if (!handler(user, text + at, length))
      return (int)at + 1;
    at += length;
    words++;
  }
  return 0;
}

int use(const char *text) {
  int sum = 0;
  int (*unrelated)(void *, int) = other;
  return each(text, counting, &sum) + sum + unrelated(NULL, 0);
}

// unit: wf_stub_word_handler_returns = (const int[]){0};
// unit: static int wf_stub_word_handler(void *argument1, const char *argument2, size_t argument3) {
