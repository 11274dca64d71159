/* Runs the program on every input, each in a process and a directory of its own, and prints a line for
 * each: the input's bytes, a hash of the edges of the program's control flow graph in the order taken,
 * and `exit STATUS`, `error` or `signal NUMBER`.
 *
 * Arguments: how the program takes its input (`nondet`, `stdin`, `argument`, `environment`), and how many
 * values each of its bytes has. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ERROR = 178, BYTES = 2 };

static unsigned char input[BYTES + 1];
static int taken;
static uint64_t *edges;

int wf_program_main(int, char **, char **);

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

unsigned char __VERIFIER_nondet_uchar(void) {
    if (taken >= BYTES)
        _exit(2);
    return input[taken++];
}

static void run(const char *way, int bytes, char *directory) {
    static char setting[] = "X=__";
    char *arguments[] = {"program", NULL, NULL}, *environment[] = {NULL, NULL};
    alarm(20);
    int streams[2];
    if (mkdir(directory, 0700) || chdir(directory) || pipe(streams))
        _exit(2);
    if (!strcmp(way, "stdin") && write(streams[1], input, bytes) != bytes)
        _exit(2);
    if (!strcmp(way, "argument"))
        arguments[1] = (char *)input;
    if (!strcmp(way, "environment")) {
        memcpy(setting + 2, input, BYTES);
        environment[0] = setting;
    }
    close(streams[1]);
    if (dup2(streams[0], 0) || close(streams[0]) || pipe(streams))
        _exit(2);
    fcntl(streams[1], F_SETPIPE_SZ, 1 << 20);
    /* What the program writes is never read; the pipe is large enough, and stays open. */
    if (dup2(streams[1], 1) != 1 || dup2(streams[1], 2) != 2)
        _exit(2);
    clearenv();
    if (environment[0])
        putenv(environment[0]);
    exit(wf_program_main(arguments[1] ? 2 : 1, arguments, environ));
}

int main(int argc, char **argv) {
    uint64_t *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED || argc < 3 || argc > 2 + BYTES)
        return 2;
    int bytes = argc - 2, first = atoi(argv[2]), second = bytes > 1 ? atoi(argv[3]) : 1;
    for (int i = 0; i < first * second; i++) {
        char directory[32];
        input[0] = i % first;
        input[1] = i / first;
        snprintf(directory, sizeof directory, "run%d", i);
        *shared = 0;
        fflush(stdout);
        pid_t child = fork();
        if (child < 0)
            return 2;
        if (child == 0) {
            edges = shared;
            run(argv[1], bytes, directory);
        }
        int status;
        if (waitpid(child, &status, 0) < 0)
            return 2;
        printf("%02x%02x %016lx ", input[0], input[1], (unsigned long)*shared);
        if (WIFSIGNALED(status))
            printf("signal %d\n", WTERMSIG(status));
        else if (WEXITSTATUS(status) == ERROR)
            printf("error\n");
        else
            printf("exit %d\n", WEXITSTATUS(status));
    }
    return 0;
}
