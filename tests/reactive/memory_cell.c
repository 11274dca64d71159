// A cache with two lines and write-back: a line that is replaced while it is dirty loses its value if
// its address is odd.
// findings: assertion 29
// verdicts: confirmed
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char memory[4], line_of[2] = {9, 9}, value[2], dirty[2], truth[4];

static int load(unsigned char address) {
  int line = address & 1;
  if (line_of[line] != address) {
    if (dirty[line] && !(line_of[line] & 1))
      memory[line_of[line]] = value[line];
    line_of[line] = address;
    value[line] = memory[address];
    dirty[line] = 0;
  }
  return line;
}

int main(void) {
  while (1) {
    unsigned char command = __VERIFIER_nondet_uchar(), address = __VERIFIER_nondet_uchar();
    if (address > 3)
      continue;
    int line = load(address);
    if (command == 'r')
      assert(value[line] == truth[address]);
    if (command == 'w') {
      truth[address] = value[line] = (unsigned char)(value[line] + 1);
      dirty[line] = 1;
    }
  }
}
