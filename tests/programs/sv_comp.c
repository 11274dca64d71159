// An SV-COMP task runs unchanged; the abort by which it assumes is no error.
//
// findings: reach-error 11
// tests: confirmed
// verdicts: confirmed
// exhaustive: true
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() {
    __assert_fail("0", "sv_comp.c", 3, "reach_error");
}
void assume_abort_if_not(int cond) {
    if (!cond) { abort(); }
}
extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);

int main() {
    unsigned int n = __VERIFIER_nondet_uint();
    assume_abort_if_not(n < 6);
    unsigned int sum = 0;
    for (unsigned int i = 1; i <= n; i++)
        sum += __VERIFIER_nondet_bool() ? i : 2 * i;
    if (sum == 29 && __VERIFIER_nondet_char() == 'x') {
        reach_error();
    }
    return 0;
}
