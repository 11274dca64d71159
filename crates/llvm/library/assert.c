/* assert.h, and the checks that compilers put into programs. */
#include "library.h"

/* What SV-COMP programs write for an error location is `__assert_fail("0", f, n, "reach_error")`. */
static int is_reach_error(const char *function) {
    return function && wfl_compare(function, "reach_error") == 0;
}

_Noreturn static void fail(const char *text, const char *function) {
    if (is_reach_error(function))
        wf__error("reach-error", "reach_error() is reached");
    char message[512];
    static const char prefix[] = "assertion failed: ";
    size_t length = wfl_length(text), room = sizeof message - sizeof prefix;
    if (length > room)
        length = room;
    wf__memcpy(message, prefix, sizeof prefix - 1);
    wf__memcpy(message + sizeof prefix - 1, text, length);
    message[sizeof prefix - 1 + length] = 0;
    if (wfl_handles_abort())
        wf__approximation("abort-handlers");
    wf__error("assertion", message);
}

_Noreturn void __assert_fail(const char *text, const char *file, unsigned line,
                             const char *function) {
    (void)file;
    (void)line;
    fail(text, function);
}

_Noreturn void __assert(const char *text, const char *file, int line) {
    (void)file;
    (void)line;
    fail(text, NULL);
}

_Noreturn void __assert_perror_fail(int number, const char *file, unsigned line,
                                    const char *function) {
    char buffer[32];
    (void)file;
    (void)line;
    fail(wfl_error_text(number, buffer), function);
}

/* wayfarer.h: the place is that of the call. */
_Noreturn void wf_assert_failed(const char *text, const char *file, int line) {
    (void)file;
    (void)line;
    fail(text, NULL);
}

_Noreturn void __stack_chk_fail(void) { wf__error("out-of-bounds", "stack smashing detected"); }

_Noreturn void __chk_fail(void) {
    wf__error("out-of-bounds", "a checked copy is larger than its destination");
}

_Noreturn void __fortify_fail(const char *message) { wf__error("library-misuse", message); }
