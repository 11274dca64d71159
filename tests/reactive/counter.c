// A counter that only goes up: the error needs twenty events.
// findings: reach-error 13
// verdicts: confirmed
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned count = 0;
  while (1) {
    if (__VERIFIER_nondet_int() > 0)
      count++;
    if (count == 20)
      reach_error();
  }
}
