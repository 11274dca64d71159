// A task for verifiers that asks for values of its own types, states assumptions by functions of its
// own, and declares nothing that it uses.
//
// findings: reach-error 17
// verdicts: confirmed
// tests: confirmed
// exhaustive: true
// left: none
typedef char msg_t;
typedef unsigned short port_t;
extern msg_t __VERIFIER_nondet_msg_t();
extern port_t __VERIFIER_nondet_port_t(void);
extern double __VERIFIER_nondet_measure_t(void);
void assume(int condition) { if (!condition) exit(1); }
void assume_cycle_if_not(int condition) { if (!condition) { END: goto END; } }
void assume_abort_if_not(int condition) { if (!condition) abort(); }
void reach_error() { abort(); }
static limit = 100;

main() {
    msg_t message = __VERIFIER_nondet_msg_t();
    port_t port = __VERIFIER_nondet_port_t();
    double measure = __VERIFIER_nondet_measure_t();
    assume(message > 3);
    assume_cycle_if_not(port < limit);
    assume_abort_if_not(port > 2);
    if (message == 7 && port == 42 && measure == 2.5)
        reach_error();
    return 0;
}
