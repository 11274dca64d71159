/*
 * Compares the models with glibc, running both natively. The models are linked under other names
 * (model_NAME), with machine.c as their machine.
 */
#include "check.h"

long checks, failures, shown_until;

static uint64_t state = 0x9e3779b97f4a7c15;

uint64_t random_bits(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 0x2545f4914f6cdd1d;
}

static void part(const char *name, void (*run)(void)) {
    long before = checks, failed = failures;
    shown_until = failures + 10;
    run();
    printf("%-20s %8ld checks, %ld failed\n", name, checks - before, failures - failed);
    fflush(stdout);
}

/* With a number: other random values than those without. */
int main(int argc, char **argv) {
    if (argc > 1)
        state ^= strtoull(argv[1], NULL, 10) * 0xd1342543de82ef95;
    part("memory and strings", check_memory_and_strings);
    pretend_symbolic = true;
    part("the same, symbolic", check_memory_and_strings);
    pretend_symbolic = false;
    part("ctype", check_ctype);
    part("integers", check_integers);
    part("floats", check_floats);
    part("printf", check_print);
    part("scanf", check_scan);
    pretend_symbolic = true;
    part("the same, symbolic", check_scan);
    pretend_symbolic = false;
    part("sort and random", check_sort_and_random);
    part("streams", check_streams);
    part("math", check_math);
    part("time", check_time);
    part("rest", check_rest);
    part("regex", check_regex);
    pretend_symbolic = true;
    part("the same, symbolic", check_regex);
    pretend_symbolic = false;
    part("files", check_files);
    part("signals", check_signals);
    part("glob", check_glob);
    part("wide streams", check_wide_streams);
    part("locks", check_locks);
#ifdef __x86_64__ /* elsewhere what the host computes is taken for approximate */
    part("complex", check_complex);
#endif
    part("pipes", check_pipes);
    part("addresses", check_inet);
    part("conversion", check_conversion);
    part("refused", check_refused);
    part("C.UTF-8", check_locale_utf8);
    part("regex in C.UTF-8", check_regex_utf8);
    part("small", check_small);
    printf("%ld checks, %ld failures\n", checks, failures);
    return failures == 0 ? 0 : 1;
}
