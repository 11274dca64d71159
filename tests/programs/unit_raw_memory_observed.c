// What only the native run shows on a path of raw memory, where functions of the program make such objects otherwise, is
// excluded as what the machine predicts there.
// options: --function parse
// findings: none
// unusual: double-free 0, null-dereference 34, null-dereference 39
#include <stdlib.h>
#include <string.h>

typedef void *(*fold)(int count, void **all);
struct parser { int kind; fold f; };

// What parser_pair() folds with: always two of them.
static void *fold_second(int count, void **all) { (void)count; free(all[0]); return all[1]; }
static void *fold_null(int count, void **all) { (void)count; (void)all; return NULL; }

static struct parser *parser(int kind, fold f) {
  struct parser *made = malloc(sizeof *made);
  if (made) { made->kind = kind; made->f = f; }
  return made;
}
struct parser *parser_none(void) { return parser(0, fold_null); }
struct parser *parser_pair(void) { return parser(2, fold_second); }

// Leaves addresses of freed memory on the stack.
static void before(void) {
  void *volatile old[16];
  for (int i = 0; i < 16; i++) old[i] = malloc(8);
  for (int i = 0; i < 16; i++) free(old[i]);
}

static void *folded(struct parser *p) {
  void *all[12];
  int n = 0;
  while (n < p->kind && n < 12) {
    all[n] = malloc(4);
    if (!all[n]) return NULL;
    memset(all[n++], 0, 4);
  }
  return p->f(n, all);
}

void *parse(struct parser *p) {
  before();
  return folded(p);
}
