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

/* "message: what errno says" */
static void put_message(const char *format, va_list arguments, int number, bool with_errno) {
    char buffer[32];
    if (format)
        wfl_print(stderr, format, arguments);
    if (with_errno) {
        if (format)
            put(": ");
        put(wfl_error_text(number, buffer));
    }
    put("\n");
}

/* The same behind the name of the program without its directory. */
static void complain(const char *format, va_list arguments, int number, bool with_errno) {
    put(program_invocation_short_name);
    put(": ");
    put_message(format, arguments, number, with_errno);
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

/* What the program has written comes before; its name is the one by which it was called. */
static void begin_error(const char *behind_name) {
    wfl_stream_flush(wfl_stream_of(stdout));
    if (error_print_progname) {
        error_print_progname();
        return;
    }
    put(program_invocation_name);
    put(behind_name);
}

static void end_error(int status) {
    error_message_count++;
    if (status != 0)
        wfl_exit(status);
}

void error(int status, int number, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    begin_error(": ");
    put_message(format, arguments, number, number != 0);
    va_end(arguments);
    end_error(status);
}

/* Whether the last message was for this place, and only one for each is wanted. */
static bool is_told(const char *file, unsigned line) {
    static const char *last_file;
    static unsigned last_line;
    if (!error_one_per_line)
        return false;
    bool same = line == last_line && (file == last_file || (file && last_file && wfl_compare(file, last_file) == 0));
    last_file = file;
    last_line = line;
    return same;
}

void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...) {
    char digits[11], *first = digits + sizeof digits - 1;
    va_list arguments;
    if (is_told(file, line))
        return;
    begin_error(":");
    *first = 0;
    for (unsigned left = line; left > 0 || !*first; left /= 10)
        *--first = (char)('0' + left % 10);
    put(file ? file : " ");
    if (file) {
        put(":");
        put(first);
        put(": ");
    }
    va_start(arguments, format);
    put_message(format, arguments, number, number != 0);
    va_end(arguments);
    end_error(status);
}
