// A program that asks for extensions of the processor takes the code for all processors, in both runs.
// options: --args 1x1
// exhaustive: true
// findings: abort 19
// tests: confirmed
#include <cpuid.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  unsigned a = 1, b = 1, c = 1, d = 1;
  if (__get_cpuid(1, &a, &b, &c, &d) && (c & bit_AVX))
    return 1;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX2))
    return 2;
  __cpuid_count(7, 0, a, b, c, d);
  if (__get_cpuid_max(0, 0) || a || b || c || d)
    return 3;
  if (argc > 1 && argv[1][0] == 'x')
    abort();
  return 0;
}
