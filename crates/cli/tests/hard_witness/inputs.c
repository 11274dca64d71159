// The inputs of a program of tests/hard from its command line; its own `main` is `program`.
#include <stdio.h>
#include <stdlib.h>

static char **next;

static const char *value(void) {
    if (!*next) {
        fputs("the witness has too few values\n", stderr);
        exit(2);
    }
    return *next++;
}

double __VERIFIER_nondet_double(void) { return strtod(value(), NULL); }
float __VERIFIER_nondet_float(void) { return strtof(value(), NULL); }
int __VERIFIER_nondet_int(void) { return (int)strtol(value(), NULL, 0); }
long __VERIFIER_nondet_long(void) { return strtol(value(), NULL, 0); }
unsigned __VERIFIER_nondet_uint(void) { return (unsigned)strtoul(value(), NULL, 0); }
unsigned long __VERIFIER_nondet_ulong(void) { return strtoul(value(), NULL, 0); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)strtoul(value(), NULL, 0); }

void reach_error(void) {
    puts("reached");
    exit(0);
}

int program(void);

int main(int count, char **arguments) {
    (void)count;
    next = arguments + 1;
    return program();
}
