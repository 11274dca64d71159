// `main` as a function under test: its tests call it by the name that it has for them.
// options: --function main
// findings: assertion 12
// unusual: null-dereference 11, null-dereference 11
// verdicts: confirmed
// tests: confirmed
// written: int result = wf_program_main(0, arguments);
#include <assert.h>

int main(int count, char **arguments) {
  if (count != 0 && arguments[0][0] == 'x')
    assert(count != 7);
  return 0;
}
