// A pointer to void leads to what the function takes it for: the variable it is assigned to, the structure whose members
// are accessed through it, the parameter it is handed on as.
// options: --function walk
// findings: none
// unusual: null-dereference 21
// verdicts: confirmed
// tests: confirmed
#include <stddef.h>

struct node { int value; struct node *next; };
struct settings { int limit; const char *name; };

static int is_named(const struct settings *settings) { return settings->name != NULL && settings->name[0] == 'x'; }

int walk(const void *list, void *settings, void *counter) {
  const struct node *node = list;
  int sum = 0;
  if (node && node->next == node) return -1;
  for (int i = 0; node && i < 3; node = node->next, i++)
    if (node->value == 5) sum++;
  if (sum > ((struct settings *)settings)->limit) return -2;
  if (is_named(settings)) return -3;
  int *count = counter;
  if (count && *count == 77) return -4;
  return sum;
}

// unit: struct node list = {.next = &list};
// unit: struct settings settings[4] = {{.name = settings_0_name}};
