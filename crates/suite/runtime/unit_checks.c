#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct wf_file {
  const char *name, *contents;
  size_t size;
};
struct wf_test {
  const char *name;
  void (*run)(void);
  const char *finding; /* the error that it shows, if it shows one */
  int status, signal;  /* how it ends */
  const char *input, *output, *errors; /* standard input; what it writes, unless that may be anything */
  size_t input_size, output_size, errors_size;
  const struct wf_file *files;    /* the last has no name */
  const char *const *environment; /* the last is NULL */
};

static int wf_failed;

#define CHECK(condition) \
  ((condition) ? (void)0 : (void)(wf_failed = 1, fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition)))
