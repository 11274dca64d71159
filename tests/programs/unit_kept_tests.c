// Tests in C check the result, what it leads to, changed memory and output; and how the program ends.
// options: --function describe --string-length 2 --jobs 1
// findings: none
// tests: confirmed
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { EMPTY, SHORT_NAME, LONG_NAME };

struct item {
  enum kind kind;
  unsigned uses : 4;
  char label[8];
  const char *name;
  double weight;
};

static char *describe(struct item *item, const char *name) {
  if (item == NULL || name == NULL)
    exit(3);
  if (name[0] == 0 || item->weight != 1.5)
    return NULL;
  item->kind = name[1] == 0 ? SHORT_NAME : LONG_NAME;
  item->uses++;
  item->name = name;
  strcpy(item->label, item->kind == SHORT_NAME ? "short" : "long");
  printf("<%s>\n", item->label);
  char *copy = malloc(strlen(name) + 1);
  if (copy == NULL)
    return NULL;
  strcpy(copy, name);
  if (item->kind == LONG_NAME)
    copy[1] = 'X';
  return copy;
}

// unit: CHECK(strcmp(result, "aX") == 0);
// unit: CHECK(item[0].kind == LONG_NAME);
// unit: CHECK(item[0].uses == 1);
// unit: CHECK(item[0].kind == SHORT_NAME);
// unit: CHECK(strcmp(item[0].label, "long") == 0);
// unit: CHECK(item[0].name == name);
// unit: {.name = "test_2", .run = test_2, .status = 3, .output = ""},
