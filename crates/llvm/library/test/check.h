/* What the parts of the native test share: the models beside glibc, random values, and reports. */
#ifndef CHECK_H
#define CHECK_H

#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The model of a function; every public name of the models begins with model_ here. */
#define MODEL(name) extern __typeof__(name) model_##name;

extern int model_wfl_errno;

/* How many checks were made, and how many failed. */
extern long checks, failures, shown_until;

/* Counts a check; when it fails, says why (the first few times). */
#define CHECK(condition, ...)                                                                      \
    do {                                                                                           \
        checks++;                                                                                  \
        if (!(condition) && failures++ < shown_until) {                                                     \
            printf("%s:%d: ", __FILE__, __LINE__);                                                 \
            printf(__VA_ARGS__);                                                                   \
            printf("\n");                                                                          \
        }                                                                                          \
    } while (0)

/* A call of a model and the same call of glibc: results and errno are the same, in that step. */
#define SAME(ours, theirs)                                                                         \
    do {                                                                                           \
        model_wfl_errno = errno = 0;                                                               \
        long our_result = (long)(ours);                                                            \
        int our_errno = model_wfl_errno;                                                           \
        long their_result = (long)(theirs);                                                        \
        CHECK(our_result == their_result && our_errno == errno,                                    \
              #ours ": model %ld (%d), glibc %ld (%d), step %d", our_result, our_errno,            \
              their_result, errno, step);                                                          \
    } while (0)

uint64_t random_bits(void);
static inline int random_below(int limit) { return (int)(random_bits() % (unsigned)limit); }

/* Makes the machine call strings and memory symbolic, so that models walk them. */
extern bool pretend_symbolic;

/* What the models wrote to a descriptor since the last call of forget_output. */
extern char output[3][1 << 16];
extern size_t output_length[3];
void forget_output(void);

/* Whether a call ended in wf__error of that kind (or "exit", "unsupported"), and what it said. */
extern char ending[32], ending_reason[64];
extern int exit_status;
bool ends(void (*call)(void));

void check_memory_and_strings(void);
void check_ctype(void);
void check_integers(void);
void check_print(void);
void check_scan(void);
void check_floats(void);
void check_sort_and_random(void);
void check_streams(void);
void check_files(void);
void check_math(void);
void check_time(void);
void check_regex(void);
void check_rest(void);
void check_signals(void);
void check_glob(void);
void check_wide_streams(void);
void check_locks(void);
void check_complex(void);
void check_pipes(void);
void check_inet(void);
void check_conversion(void);
void check_refused(void);
void check_locale_utf8(void);
void check_regex_utf8(void);
void check_small(void);

#endif
