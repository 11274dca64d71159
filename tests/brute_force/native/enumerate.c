/* Runs the program on every value of its one symbolic byte, each in a process of its own, and prints
 * for each `value edges end`: a hash of the edges of the control flow graph in the order taken, and
 * `exit`, `error` or, if an assumption failed, `skip`. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ASSUMPTION_FAILED = 177, ERROR = 178 };

static unsigned char value;
static int used;
static uint64_t *edges;

int wf_program_main(int, char **);

void __sanitizer_cov_trace_pc_guard_init(uint32_t *guard, uint32_t *end) {
    static uint32_t count;
    if (guard == end || *guard)
        return;
    for (; guard < end; guard++)
        *guard = ++count;
}

void __sanitizer_cov_trace_pc_guard(uint32_t *guard) {
    if (edges)
        *edges = (*edges ^ *guard) * 1099511628211u + 12345;
}

void wf_symbolic(void *address, size_t size, const char *name) {
    if (size != 1 || used++)
        _exit(2);
    *(unsigned char *)address = value;
}

void wf_assume(int condition) {
    if (!condition)
        _exit(ASSUMPTION_FAILED);
}

void wf_assert_failed(const char *text, const char *file, int line) { _exit(ERROR); }

static void run(char **argv) {
    alarm(5);
    if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))
        _exit(2);
    exit(wf_program_main(1, argv));
}

int main(int argc, char **argv) {
    uint64_t *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return 2;
    for (int byte = 0; byte < 256; byte++) {
        *shared = 0;
        fflush(stdout);
        pid_t child = fork();
        if (child < 0)
            return 2;
        if (child == 0) {
            value = (unsigned char)byte;
            edges = shared;
            run(argv);
        }
        int status;
        if (waitpid(child, &status, 0) < 0 || (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM))
            return 2;
        int code = WIFEXITED(status) ? WEXITSTATUS(status) : ERROR;
        const char *end = code == ERROR ? "error" : code == ASSUMPTION_FAILED ? "skip" : "exit";
        printf("%d %016lx %s\n", byte, (unsigned long)*shared, end);
    }
    return 0;
}
