/* Runs the tests, each in a process of its own: what one leaves in variables, or its crash, is none of
   the others' business. They find no environment, no standard input and an empty directory, but for what
   they say themselves. */

/* Functions of POSIX, as the compiler may be told to hide them. */
extern char **environ;
extern unsigned alarm(unsigned seconds);
extern int chdir(const char *path);
extern int dup2(int from, int to);
extern int fileno(FILE *file);
extern int fork(void);
extern char *mkdtemp(char *name);
extern int rmdir(const char *path);
extern int waitpid(int process, int *status, int options);

/* Under AddressSanitizer: leaks are not what the tests are about, and too large allocations fail. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
  return "detect_leaks=0:allocator_may_return_null=1";
}

enum { WF_SECONDS = 60, WF_CHECK_FAILED = 125 };

static void wf_write(const struct wf_file *file) {
  FILE *to = fopen(file->name, "wb");
  if (!to || fwrite(file->contents, 1, file->size, to) != file->size || fclose(to) != 0) {
    fprintf(stderr, "cannot write %s\n", file->name);
    exit(WF_CHECK_FAILED);
  }
}

/* In the process of the test: never returns. */
static void wf_child(const struct wf_test *test, const char *directory, FILE *streams[3]) {
  static char *nothing[] = {NULL};
  int stream;
  const struct wf_file *file;
  environ = test->environment ? (char **)test->environment : nothing;
  if (chdir(directory) != 0)
    exit(WF_CHECK_FAILED);
  for (file = test->files; file && file->name; file++)
    wf_write(file);
  for (stream = 0; stream < 3; stream++)
    if (streams[stream] && dup2(fileno(streams[stream]), stream) < 0)
      exit(WF_CHECK_FAILED);
  alarm(WF_SECONDS);
  test->run();
  exit(wf_failed ? WF_CHECK_FAILED : 0);
}

/* True if the stream holds what the test expects, which may be anything. */
static int wf_wrote(FILE *stream, const char *what, const char *expected, size_t size) {
  size_t at = 0;
  int c;
  if (!expected)
    return 1;
  rewind(stream);
  while ((c = getc(stream)) != EOF && at < size && (unsigned char)expected[at] == c)
    at++;
  if (c == EOF && at == size)
    return 1;
  fprintf(stderr, "%s is another from byte %lu on:\n", what, (unsigned long)at);
  rewind(stream);
  while ((c = getc(stream)) != EOF)
    putc(c, stderr);
  return 0;
}

static int wf_ended(const struct wf_test *test, int status) {
  int signal = status & 0x7f, code = status >> 8 & 0xff;
  if (signal == test->signal && (signal || code == test->status))
    return 1;
  if (signal)
    fprintf(stderr, "%s: ended by signal %d\n", test->name, signal);
  else if (code != WF_CHECK_FAILED)
    fprintf(stderr, "%s: exit status %d\n", test->name, code);
  return 0;
}

/* Runs a test; true if all is as it expects. */
static int wf_run(const struct wf_test *test) {
  char directory[] = "/tmp/wayfarer-XXXXXX", path[4096];
  FILE *streams[3] = {tmpfile(), tmpfile(), NULL};
  int process, status = 0, fine;
  const struct wf_file *file;
  if (test->errors)
    streams[2] = tmpfile();
  if (!streams[0] || !streams[1] || (test->errors && !streams[2]) || !mkdtemp(directory)) {
    fprintf(stderr, "no room for temporary files\n");
    exit(WF_CHECK_FAILED);
  }
  if (test->input_size)
    fwrite(test->input, 1, test->input_size, streams[0]);
  rewind(streams[0]);
  fflush(NULL);
  process = fork();
  if (process == 0)
    wf_child(test, directory, streams);
  fine = process > 0 && waitpid(process, &status, 0) == process && wf_ended(test, status);
  if (!test->finding) {
    fine = fine && wf_wrote(streams[1], "standard output", test->output, test->output_size);
    fine = fine && wf_wrote(streams[2], "standard error", test->errors, test->errors_size);
  }
  for (file = test->files; file && file->name; file++) {
    snprintf(path, sizeof path, "%s/%s", directory, file->name);
    remove(path);
  }
  if (rmdir(directory) != 0)
    fprintf(stderr, "%s: it has left files in %s\n", test->name, directory);
  fclose(streams[0]);
  fclose(streams[1]);
  if (streams[2])
    fclose(streams[2]);
  return fine;
}

/* Under cmocka (-DUNIT_CMOCKA, -lcmocka) each is a test of a group. */
#ifdef UNIT_CMOCKA
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>

static void wf_of_group(void **state) {
  assert_true(wf_run((const struct wf_test *)*state));
}

static int wf_all(void) {
  static struct CMUnitTest tests[sizeof wf_tests / sizeof *wf_tests];
  unsigned long i;
  for (i = 0; i < sizeof wf_tests / sizeof *wf_tests; i++) {
    tests[i].name = wf_tests[i].name;
    tests[i].test_func = wf_of_group;
    tests[i].initial_state = (void *)&wf_tests[i];
  }
  return cmocka_run_group_tests(tests, NULL, NULL);
}
#else
static int wf_all(void) {
  const unsigned long count = sizeof wf_tests / sizeof *wf_tests;
  unsigned long i, failed = 0;
  printf("1..%lu\n", count);
  for (i = 0; i < count; i++) {
    const struct wf_test *test = &wf_tests[i];
    int fine = wf_run(test);
    failed += !fine;
    printf("%sok %lu - %s", fine ? "" : "not ", i + 1, test->name);
    if (test->finding)
      printf(" # %s%s", fine ? "not seen: " : "", test->finding);
    printf("\n");
  }
  return failed > 0;
}
#endif

/* Without arguments: all tests. With the name of one: that alone, in this process, as a debugger needs
   it; behind --only: in one of its own, as if all were run. */
int main(int argc, char **argv) {
  const unsigned long count = sizeof wf_tests / sizeof *wf_tests;
  const int only = argc > 2 && strcmp(argv[1], "--only") == 0;
  const char *name = only ? argv[2] : argv[1];
  unsigned long i;
  if (argc < 2)
    return wf_all();
  for (i = 0; i < count; i++)
    if (strcmp(name, wf_tests[i].name) == 0) {
      if (only)
        return !wf_run(&wf_tests[i]);
      wf_tests[i].run();
      return wf_failed;
    }
  fprintf(stderr, "there is no test %s\n", name);
  return 2;
}
