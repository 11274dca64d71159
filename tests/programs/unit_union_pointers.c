// A pointer in a union is one of the member that the code goes through: null, or to an object of its type. Which that is,
// the access tells; members of the same shape are tried one after the other.
// options: --function measure --heap-depth 2 --string-length 2
// findings: none
// unusual: null-dereference 30
// verdicts: confirmed
// tests: confirmed
// branches: most 29
#include <stddef.h>

struct node { int value; struct node *next; };
struct pair { int value; int other; };
enum kind { NUMBER, LIST, TEXT, PAIR, HANDLER };
struct item {
  enum kind kind;
  union {
    long number;
    struct node *list;
    char *text;
    struct pair *pair;
    int (*handler)(int);
  } as;
};

static int twice(int value) { return value * 2; }
int (*known)(int) = twice;

int measure(struct item *item) {
  int sum = 0;
  switch (item->kind) {
  case NUMBER:
    return item->as.number > 100 ? 100 : (int)item->as.number;
  case LIST:
    if (item->as.list == NULL) return 0;
    return item->as.list->next == item->as.list ? 7 : 8;
  case TEXT:
    if (item->as.text == NULL) return -1;
    while (sum < 3 && item->as.text[sum]) sum++;
    return sum;
  case PAIR:
    if (item->as.pair == NULL) return -2;
    return item->as.pair->other == 12 ? 5 : 6;
  case HANDLER:
    return item->as.handler != NULL && item->as.handler(3) == 6;
  }
  return -3;
}

// unit: struct item item[4] = {{.kind = TEXT, .as = {.text = item_0_as_text}}};
// unit: struct item item[4] = {{.kind = HANDLER, .as = {.handler = twice}}};
