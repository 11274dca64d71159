// A small interpreter: PUSH, ADD, DUP, SWAP, JUMP on top. A sum of 42 from ones is a bug.
// findings: assertion 41
// verdicts: confirmed
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static int stack[16], depth;

static void push(int value) {
  if (depth < 16)
    stack[depth++] = value;
}

static int pop(void) { return depth > 0 ? stack[--depth] : 0; }

int main(void) {
  while (1) {
    int a, b;
    switch (__VERIFIER_nondet_uchar()) {
    case 0:
      push(1);
      break;
    case 1:
      push(pop() + pop());
      break;
    case 2:
      a = pop();
      push(a);
      push(a);
      break;
    case 3:
      a = pop();
      b = pop();
      push(a);
      push(b);
      break;
    default:
      depth = 0;
    }
    // 1 2 4 5 10 20 21 42 by doubling and adding one.
    assert(depth == 0 || stack[depth - 1] != 42);
  }
}
