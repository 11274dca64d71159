// A pointer to a function that only a member of another type can say, as another part of that member is not zero, is cast.
// options: --function run
// findings: none
// tests: confirmed
#include <stddef.h>

typedef void *(*maker)(void);
typedef int (*anchor)(char, char);

struct parser {
  int kind;
  union {
    struct { maker make; int count; } lift;
    struct { anchor test; } test;
  } data;
};

static int edge(char before, char after) { return before == 0 && after == 'x'; }
anchor the_anchor = edge;

int run(struct parser *parser) {
  if (parser == NULL)
    return -1;
  switch (parser->kind) {
  case 1:
    return parser->data.lift.count == 3;
  case 2:
    if (parser->data.test.test != edge)
      return -2;
    return parser->data.lift.count == 7 ? 4 : parser->data.test.test(0, 'x');
  }
  return 0;
}

// unit: struct parser parser[4] = {{.kind = 2, .data = {.test = {.test = edge}}}};
// unit: struct parser parser[4] = {{.kind = 2, .data = {.lift = {.make = (void *(*)(void))(void (*)(void))edge, .count = 7}}}};
