// Where nothing is known that makes what the functions need which make an object, what is found is for unusual inputs.
// options: --function view_size --input view:calls(0)
// findings: none
// unusual: assertion 32, null-dereference 21, null-dereference 21
// verdicts: confirmed
// written: "assumption": "view_store made by calls, of which none were found",
#include <assert.h>
#include <stdlib.h>

struct view {
  int size;
};

struct store {
  struct view *view;
};

/* Of stores that other views have: which was the first? */
struct view *view_of(const struct store *store) {
  struct view *view = malloc(sizeof *view);
  if (view) *view = *store->view;
  return view;
}

struct store *store_of(struct view *view) {
  struct store *store = malloc(sizeof *store);
  if (store) store->view = view;
  return store;
}

int view_size(const struct view *view) {
  assert(view->size >= 0);
  return view->size;
}
