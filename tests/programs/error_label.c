// A label that tasks of verifiers mark their error with.
//
// options: --error-label ERROR
// findings: reach-error 16
// verdicts: confirmed
// tests: confirmed
// exhaustive: true
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i * 3 == 21)
        goto ERROR;
    return 0;
ERROR:
    return -1;
}
