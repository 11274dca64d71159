// A call through a member of a union that is free bytes: of all that the bytes may be only the functions that the program
// has are tried, and null.
// options: --function use
// exhaustive: false
// left: pointer arguments to functions that the program does not have, which do more than return
// findings: none
// unusual: null-dereference 17
// verdicts: confirmed
// tests: confirmed
struct job { int kind; int more[8]; union { int (*handler)(int); long number; } as; };

static int twice(int value) { return value * 2; }
int (*known)(int) = twice;

int use(struct job job) {
  if (job.kind == 3)
    return job.as.handler(7) == 14;
  return job.as.number > 5;
}
