// Variables of the program are inputs, too: each as its type says, and tests set them before the call, static ones of
// functions but in C.
// options: --function look --free-globals
// findings: division-by-zero 51
// unusual: null-dereference 44, null-dereference 47, abort 57
// verdicts: confirmed
// exhaustive: false
// tests: confirmed
#include <stdlib.h>
#include <string.h>

struct node {
  int key;
  struct node *next;
};

struct settings {
  int level;
  const char *tag;
};

static struct node *head;
static struct settings settings;
static char name[4];
static int table[2][2];
static int (*handler)(int);
int divisor = 3;

void add(struct node *node) {
  node->next = head;
  head = node;
}

void set(const char *tag, int level, int (*called)(int)) {
  strncpy(name, tag, sizeof name - 1);
  settings.tag = tag;
  settings.level = level;
  table[level & 1][1] = divisor = level;
  handler = called;
}

int look(const struct node *node) {
  static int calls;
  if (head != NULL && head->key == node->key)
    return 1;
  if (settings.level == 7)
    return settings.tag[0] == 'x' ? 2 : 3;
  if (strcmp(name, "ab") == 0)
    return ++settings.level;
  if (table[1][0] == 5)
    return 100 / divisor;
  if (handler != NULL && handler(1) == 9)
    return 4;
  if (divisor == 3)
    calls++;
  if (calls == 5)
    abort();
  return 0;
}

// unit: memcpy((void *)table, (int [2][2]){{0}, {5}}, sizeof table);
// unit: memcpy((void *)name, (char [4]){"ab"}, sizeof name);
// unit: settings = (struct settings){.level = 7};
// unit_without: 6
