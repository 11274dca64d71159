// Where the C library of the machine has to be like glibc for a line to be reached: what getopt leaves in `optopt`, what handlers
// of on_exit and of signals are told, texts in memory that are full or shortened, arguments that are refused or taken.
//
// options: --args 1x2 --stdin 1
// findings: none
// tests: confirmed
// exhaustive: true
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int code = 77, status_expected;

static void sent(int number, siginfo_t *info, void *context) {
    (void)number, (void)context;
    code = info->si_code;
}

static void at_end(int status, void *argument) {
    (void)argument;
    if (status != status_expected)
        abort();
}

static void signals(void) {
    struct sigaction action = {.sa_sigaction = sent, .sa_flags = SA_SIGINFO};
    sigaction(SIGUSR1, &action, NULL);
    kill(getpid(), SIGUSR1);
    assert(code == SI_USER);
    raise(SIGUSR1);
    assert(code == SI_TKILL);
}

static void texts_in_memory(void) {
    char room[11] = "zzzzzzzzzz";
    FILE *full = fmemopen(room, 10, "w");
    fputs("123456789012", full);
    fclose(full);
    assert(room[9] == 0 && room[8] == '9');
    memset(room, 'z', 10);
    full = fmemopen(room, 10, "w");
    fwrite("ab", 1, 3, full);
    fclose(full);
    assert(room[2] == 0 && room[3] == 'z');
    full = fmemopen(room, 10, "a+");
    fseek(full, 0, SEEK_SET);
    fwrite("ef", 1, 2, full);
    fclose(full);
    assert(!strncmp(room, "abef", 5));
    char *text;
    size_t length;
    FILE *growing = open_memstream(&text, &length);
    fputs("hello", growing);
    fseek(growing, 1, SEEK_SET);
    fputs("E", growing);
    fclose(growing);
    assert(length == 2 && !strcmp(text, "hE"));
    free(text);
    growing = open_memstream(&text, &length);
    fputs("hello", growing);
    fseek(growing, 8, SEEK_SET);
    fclose(growing);
    assert(length == 8 && !strcmp(text, "hello"));
    free(text);
}

static void arguments(void) {
    char text[40];
    struct timespec time;
    int quotient = 7;
    assert(snprintf(text, sizeof text, "%.*s", INT_MAX, "a") == 1);
    assert(clock_gettime(77, &time) == -1 && errno == EINVAL);
    assert(clock_getres(10, &time) == -1);
    assert(access("nope", 99) == -1 && errno == EINVAL);
    assert(a64l("zzzzzz") == 4294967295);
    errno = 0;
    assert(isnan(remquo(1, 0, &quotient)) && quotient == 7 && errno == 0);
    assert(lseek(0, 0, 99) == -1 && errno == EINVAL);
}

int main(int argc, char **argv) {
    int option, good = 0, c = getchar();
    while ((option = getopt(argc, argv, "ab")) != -1)
        good += option != '?' && optopt == 0;
    signals();
    texts_in_memory();
    arguments();
    char bits[40];
    int length = snprintf(bits, sizeof bits, "%B", (unsigned)(c & 3));
    on_exit(at_end, NULL);
    status_expected = good == 2 ? 3 : length == 2 ? 4 : 5;
    return status_expected;
}
