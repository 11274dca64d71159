// The data and the size of a fuzzer's entry point belong together: nothing is read behind the end but by mistake.
// options: --function LLVMFuzzerTestOneInput --data-length 7
// paths: 11
// findings: out-of-bounds 22
// unusual: none
// verdicts: confirmed
// tests: confirmed
// branches: 16 of 18
// left: input data longer than --data-length
// unit: uint8_t data[4] = "way!";
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (data == NULL)
    return 1;
  if (size < 4 || data[0] != 'w' || data[1] != 'a' || data[2] != 'y' || data[3] != '!')
    return 0;
  int sum = 0;
  for (size_t i = 0; i < size; i++)
    sum += data[i];
  if (sum == 700 && data[size] == 0)
    return 0;
  return 0;
}
