// Whether bytes have a length or end by a zero is said by another argument: where they are read as a string, and the
// number beside them is not asked for, only bytes without an end are read behind it. Where it is asked for, one too
// many is found.
// options: --function words --max-paths 200
// findings: out-of-bounds 21
// unusual: out-of-bounds 18, out-of-bounds 21, null-dereference 18, null-dereference 21
// verdicts: confirmed
// tests: confirmed
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int words(const uint8_t *bytes, size_t length, bool ended) {
  int count = 0;
  size_t i = 0;
  if (ended) {
    /* An error where there is no zero. */
    while (bytes[i] >= 0x20) i++;
    return (int)i;
  }
  while (i <= length && bytes[i]) {
    count += bytes[i] == ' ';
    i++;
  }
  return count;
}
