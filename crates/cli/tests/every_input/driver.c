/* Runs the program on every input, each in a process and a directory of its own, and prints a line for
 * each: the input's bytes, a hash of the edges of the program's control flow graph in the order taken,
 * what it wrote to standard output (hexadecimal, behind a dash), and `exit STATUS`, `error`,
 * `signal NUMBER` or, if an assumption failed, `skip`.
 *
 * Arguments: how the program takes its input (`call`, `stdin`, `argument`, `environment`), and how many
 * values each of its bytes has. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sanitizer/asan_interface.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ASSUMPTION_FAILED = 177, ERROR = 178, BYTES = 2, ROOM = 1 << 20, USER = 1000 };

static unsigned char input[BYTES + 1];
static size_t taken;
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

/* The program's allocations: what has no bytes gets one from AddressSanitizer, which is not to be used. */

static void *allocated(void *object, size_t size) {
    if (object && size == 0)
        __asan_poison_memory_region(object, 1);
    return object;
}

void *wf_malloc(size_t size) { return allocated(malloc(size), size); }
void *wf_calloc(size_t count, size_t size) { return allocated(calloc(count, size), count * size); }
void *wf_realloc(void *old, size_t size) {
    return old ? realloc(old, size) : allocated(malloc(size), size);
}

/* Inputs that the program calls for. */

void wf_symbolic(void *address, size_t size, const char *name) {
    (void)name;
    if (taken + size > BYTES)
        _exit(2);
    memcpy(address, input + taken, size);
    taken += size;
}

unsigned char __VERIFIER_nondet_uchar(void) {
    unsigned char byte;
    wf_symbolic(&byte, 1, "");
    return byte;
}

ssize_t getrandom(void *address, size_t size, unsigned flags) {
    (void)flags;
    wf_symbolic(address, size, "");
    return (ssize_t)size;
}

int getentropy(void *address, size_t size) {
    wf_symbolic(address, size, "");
    return 0;
}

void wf_assume(int condition) {
    if (!condition)
        _exit(ASSUMPTION_FAILED);
}

void wf_assert_failed(const char *text, const char *file, int line) {
    (void)text, (void)file, (void)line;
    _exit(ERROR);
}

/* The program is an ordinary user and is given pipes, as in a replay. */
static void run(const char *way, int bytes, char *directory, int output) {
    static char setting[] = "X=__";
    char *arguments[] = {"program", NULL, NULL}, *environment[] = {NULL, NULL};
    alarm(20);
    umask(022);
    int streams[2];
    if (mkdir(directory, 0700) || chdir(directory) || pipe(streams))
        _exit(2);
    if (geteuid() == 0 && (chown(".", USER, USER) || setgid(USER) || setuid(USER)))
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
    if (dup2(streams[0], 0) || close(streams[0]) || dup2(output, 1) != 1 || pipe(streams))
        _exit(2);
    /* What goes to the other stream is never read; its pipe stays open. */
    fcntl(streams[1], F_SETPIPE_SZ, ROOM);
    if (dup2(streams[1], 2) != 2)
        _exit(2);
    clearenv();
    if (environment[0])
        putenv(environment[0]);
    exit(wf_program_main(arguments[1] ? 2 : 1, arguments, environ));
}

static void print_output(int from) {
    static unsigned char written[ROOM];
    ssize_t size;
    putchar('-');
    while ((size = read(from, written, sizeof written)) > 0)
        for (ssize_t i = 0; i < size; i++)
            printf("%02x", written[i]);
}

static void print_end(int status) {
    if (WIFSIGNALED(status))
        printf(" signal %d\n", WTERMSIG(status));
    else if (WEXITSTATUS(status) == ERROR)
        printf(" error\n");
    else if (WEXITSTATUS(status) == ASSUMPTION_FAILED)
        printf(" skip\n");
    else
        printf(" exit %d\n", WEXITSTATUS(status));
}

int main(int argc, char **argv) {
    uint64_t *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED || argc < 3 || argc > 2 + BYTES)
        return 2;
    int bytes = argc - 2, first = atoi(argv[2]), second = bytes > 1 ? atoi(argv[3]) : 1;
    for (int i = 0; i < first * second; i++) {
        char directory[32];
        int output[2], status;
        input[0] = i % first;
        input[1] = i / first;
        snprintf(directory, sizeof directory, "run%d", i);
        *shared = 0;
        if (pipe2(output, O_CLOEXEC) || fcntl(output[1], F_SETPIPE_SZ, ROOM) < ROOM)
            return 2;
        fflush(stdout);
        pid_t child = fork();
        if (child < 0)
            return 2;
        if (child == 0) {
            edges = shared;
            run(argv[1], bytes, directory, output[1]);
        }
        close(output[1]);
        if (waitpid(child, &status, 0) < 0 || (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM))
            return 2;
        printf("%02x%02x %016lx ", input[0], input[1], (unsigned long)*shared);
        print_output(output[0]);
        print_end(status);
        close(output[0]);
    }
    return 0;
}
