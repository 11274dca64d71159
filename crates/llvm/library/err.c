/* err.h and error.h: messages on stderr, and the end of the program. */
#include "library.h"

#include "streams.h"
#include <err.h>
#include <error.h>

char *program_invocation_name, *program_invocation_short_name;
char *__progname, *__progname_full;

__attribute__((constructor)) static void learn_name(void) {
    int64_t length = wf__program_name(NULL, 0);
    char *name = wf__malloc((uint64_t)length + 1), *last = name;
    wf__program_name(name, (uint64_t)length + 1);
    for (char *at = name; *at; at++)
        if (*at == '/')
            last = at + 1;
    program_invocation_name = __progname_full = name;
    program_invocation_short_name = __progname = last;
}

unsigned error_message_count;
int error_one_per_line;
void (*error_print_progname)(void);

static void put(const char *text) {
    wfl_stream_write(wfl_stream_of(stderr), text, wfl_length(text));
}

/* "program: message: what errno says" */
static void complain(const char *format, va_list arguments, int number, bool with_errno) {
    char buffer[32];
    put(program_invocation_short_name);
    put(": ");
    if (format)
        wfl_print(stderr, format, arguments);
    if (with_errno) {
        if (format)
            put(": ");
        put(wfl_error_text(number, buffer));
    }
    put("\n");
}

void vwarn(const char *format, va_list arguments) { complain(format, arguments, errno, true); }
void vwarnx(const char *format, va_list arguments) { complain(format, arguments, 0, false); }

_Noreturn void verr(int status, const char *format, va_list arguments) {
    complain(format, arguments, errno, true);
    wfl_exit(status);
}

_Noreturn void verrx(int status, const char *format, va_list arguments) {
    complain(format, arguments, 0, false);
    wfl_exit(status);
}

void warn(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    complain(format, arguments, errno, true);
    va_end(arguments);
}

void warnx(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    complain(format, arguments, 0, false);
    va_end(arguments);
}

_Noreturn void err(int status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    complain(format, arguments, errno, true);
    va_end(arguments);
    wfl_exit(status);
}

_Noreturn void errx(int status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    complain(format, arguments, 0, false);
    va_end(arguments);
    wfl_exit(status);
}

void error(int status, int number, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    complain(format, arguments, number, number != 0);
    va_end(arguments);
    error_message_count++;
    if (status != 0)
        wfl_exit(status);
}
