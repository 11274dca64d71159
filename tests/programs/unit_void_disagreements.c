// Where a program takes a member `void *` for several things, or for text, it is memory of unknown type.
// options: --function show
// findings: none
// tests: confirmed
#include <stdio.h>
#include <string.h>

struct account {
  long id;
};

struct record {
  long id;
  char text[40];
};

struct node {
  int kind;
  void *data;
  void *parts[2];
};

long id_of(const struct node *node) {
  const struct account *account = node->data;
  const struct account *part = node->parts[0];
  return account->id + part->id;
}

void clear(struct node *node) {
  struct record *record = node->parts[1];
  if (record->id)
    memset(record, 0, sizeof *record);
}

int show(const struct node *node) {
  if (!node || node->kind != 2)
    return -1;
  return node->data && ((const char *)node->data)[0] == 'a';
}
