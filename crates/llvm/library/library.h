/*
 * What every model includes first: the dialect of the system's headers, the machine's operations,
 * and the names that models share.
 *
 * Models never call a public library name: the program under test may define that name itself.
 * They share `wfl_` names instead, and a test holds them to it.
 */
#ifndef WFL_LIBRARY_H
#define WFL_LIBRARY_H

#undef _GNU_SOURCE
#define _GNU_SOURCE 1
#undef _FORTIFY_SOURCE
#undef __NO_CTYPE
#define __NO_CTYPE 1
#undef __NO_INLINE__
#define __NO_INLINE__ 1
#include <features.h>
/* Without this, stdio.h renames sscanf to __isoc99_sscanf; the models define both. */
#undef __GLIBC_USE_DEPRECATED_SCANF
#define __GLIBC_USE_DEPRECATED_SCANF 1

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "intrinsics.h"

#undef errno
extern int wfl_errno;
#define errno wfl_errno

/* Ends the path: the program broke the contract of a library function. */
#define MISUSE(message) wf__error("library-misuse", message)

/* Whether names of that length are the same: one branch where they are symbolic. */
static inline bool wfl_same_name(const char *a, const char *b, size_t length) {
    enum { UNKNOWN = 2 };
    int known = wf__memcmp(a, b, length);
    if (known != UNKNOWN)
        return known == 0;
    int difference = 0;
    for (size_t i = 0; i < length; i++)
        difference |= a[i] ^ b[i];
    return difference == 0;
}

/* errno.c */
const char *wfl_error_text(int number, char buffer[32]);

/* stdlib_alloc.c: what the program gets from malloc; null when allocation fails. */
void *wfl_allocate(size_t size);
void *wfl_reallocate(void *old, size_t size);
char *wfl_duplicate(const char *string, size_t length);

/* stdlib_integer.c: strtol() and strtoul() for numbers of 32 or 64 bits. */
int64_t wfl_parse_signed(const char *string, char **end, int base, int bits);
uint64_t wfl_parse_unsigned(const char *string, char **end, int base, int bits);

/* stdio_print.c and stdio_scan.c: vsnprintf() and vsscanf(). */
int wfl_print_buffer(char *buffer, size_t size, const char *format, va_list arguments);
int wfl_scan_string(const char *string, const char *format, va_list arguments, bool gnu_a);

/* fnmatch.c: fnmatch(). */
int wfl_fnmatch(const char *pattern, const char *text, int flags);

/* stdlib_sort.c: qsort(). */
void wfl_sort(void *items, size_t count, size_t size, int (*compare)(const void *, const void *));

/* stdlib_process.c */
void wf__exit_handlers(int status);
/* The front end makes it: runs the program's destructors. */
void wf__fini(void);
_Noreturn void wfl_exit(int status);

/* signal.c: SIGPIPE. It calls no handler: every program that writes files would have such a call, which, as far as
   searches backward know, leads to all functions whose addresses it takes. */
void wfl_break_pipe(void);
/* signal.c: calls a handler of SIGABRT, if there is one. */
void wfl_before_abort(void);
bool wfl_handles_abort(void);

/* environment.c */
char *wfl_environment_value(const char *name);

/* signal.c: the mask of signals, as a sigset_t. */
void wfl_signals_blocked(void *set);
void wfl_block_signals(const void *set);

/* process.c */
int wfl_process(void);
int wfl_parent(void);
unsigned wfl_user(void);
unsigned wfl_group(void);

/* time.c: microseconds since the program started; every look advances the clock. */
int64_t wfl_microseconds(void);

static inline size_t wfl_length(const char *string) {
    int64_t known = wf__string_length(string);
    if (known >= 0)
        return (size_t)known;
    size_t length = 0;
    while (string[length])
        length++;
    return length;
}

static inline size_t wfl_length_within(const char *string, size_t limit) {
    size_t length = 0;
    while (length < limit && string[length])
        length++;
    return length;
}

/* The value itself, pinned on the path if it is symbolic. */
static inline int64_t wfl_concrete(int64_t value) {
    return wf__is_symbolic(value) ? wf__concretise(value) : value;
}

/* Characters are first compared with each other, then the second, most often a known one, with the
   end: a symbolic character next to a known one makes one branch. */
static inline int wfl_compare(const char *a, const char *b) {
    for (size_t i = 0;; i++) {
        if (a[i] != b[i])
            return (unsigned char)a[i] - (unsigned char)b[i];
        if (!b[i])
            return 0;
    }
}

/* What comparisons of strings return: the difference of two characters on x86-64; its sign on i386, where which of the two
   depends on where the strings lie. */
static inline int wfl_order(int difference) {
#ifdef __x86_64__
    return difference;
#else
    return (difference > 0) - (difference < 0);
#endif
}

/* These compute instead of branching, for the sake of symbolic characters. */
static inline int wfl_is_space(int c) { return (c == ' ') | (((unsigned)c - '\t') < 5); }
static inline int wfl_is_digit(int c) { return (unsigned)c - '0' < 10; }
static inline int wfl_to_lower(int c) { return (unsigned)c - 'A' < 26 ? c + 32 : c; }

/* 0..35, or 99 for what is no digit in any base. */
static inline int wfl_digit_value(int c) {
    unsigned digit = (unsigned)c - '0', letter = ((unsigned)c | 32) - 'a';
    return digit < 10 ? (int)digit : letter < 26 ? (int)letter + 10 : 99;
}

/* Whether a character is a digit of the base, in one comparison if the base is at most ten. */
static inline int wfl_is_digit_of(int c, int base) {
    return base <= 10 ? (unsigned)c - '0' < (unsigned)base : wfl_digit_value(c) < base;
}

/* The value of a character that is a digit of the base. */
static inline unsigned wfl_digit_of(int c, int base) {
    return base <= 10 ? (unsigned)c - '0' : (unsigned)wfl_digit_value(c);
}

#endif
