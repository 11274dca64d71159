// Programs close standard streams again at exit: GNU's library says that there is none to close. One
// processor may be used.
// exhaustive: true
// findings: none
// tests: confirmed
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <wayfarer.h>

static void at_exit(void) {
    if (fclose(stdin) != EOF)
        abort();
}

int main(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0 || CPU_COUNT(&set) != 1 || !CPU_ISSET(0, &set))
        abort();
    if (sched_getaffinity(0, 1, &set) != -1)
        abort();
    atexit(at_exit);
    fclose(stdin);
    if (wf_int("out") > 7) {
        puts("twice");
        return fclose(stdout) * 3 + fclose(stdout);
    }
    return 2;
}
