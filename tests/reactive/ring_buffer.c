// A ring buffer of eight whose full test is wrong by one when the reader is at its end.
// findings: assertion 24
// verdicts: confirmed
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define SIZE 8
static int head, tail, stored;

int main(void) {
  while (1) {
    int command = __VERIFIER_nondet_int();
    if (command == 1) {
      int full = tail == SIZE - 1 ? 0 : (head + 1) % SIZE == tail;
      if (!full) {
        head = (head + 1) % SIZE;
        stored++;
      }
    } else if (command == 2 && head != tail) {
      tail = (tail + 1) % SIZE;
      stored--;
    }
    // It holds one less than its size.
    assert(stored < SIZE);
  }
}
