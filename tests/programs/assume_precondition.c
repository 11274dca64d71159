// A function of the program says which arguments are of use; what it asks decides nothing of the tests.
// options: --function push --precondition is_valid
// findings: none
// unusual: none
// tests: confirmed
// branches: 12 of 16
#include <stdbool.h>
#include <stddef.h>

struct stack {
  unsigned top;
  int values[3];
};

static bool is_valid(const struct stack *stack) {
  if (stack == NULL || stack->top > 3)
    return false;
  for (unsigned i = 1; i < stack->top; i++)
    if (stack->values[i - 1] > stack->values[i])
      return false;
  return true;
}

int push(int value, struct stack *stack) {
  if (stack->top == 3)
    return -1;
  if (stack->top > 0 && stack->values[stack->top - 1] > value)
    return -2;
  stack->values[stack->top++] = value;
  return is_valid(stack) ? 0 : 1 / (int)(stack->top - stack->top);
}
