// Two events, at any two of endlessly many steps.
// findings: reach-error 13
// verdicts: confirmed
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int state = 0;
  while (1) {
    if (__VERIFIER_nondet_int()) {
      state++;
      if (state == 2)
        reach_error();
    }
  }
}
