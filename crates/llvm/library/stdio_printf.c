/* stdio.h: the names of the printf family. */
#include "library.h"

#include "files.h"
#include "streams.h"

int wfl_print_allocated(char **place, const char *format, va_list arguments);

/* sprintf trusts its buffer: the machine checks each byte. */
enum { UNBOUNDED = INT32_MAX };

static int print_descriptor(int descriptor, const char *format, va_list arguments) {
    char *text;
    int length = wfl_print_allocated(&text, format, arguments);
    if (length < 0)
        return -1;
    int64_t written = wfl_file_write(descriptor, text, (size_t)length);
    wf__free(text);
    return written < 0 ? -1 : (int)written;
}

static int print_checked(char *buffer, size_t size, size_t capacity, const char *format,
                         va_list arguments) {
    if (size > capacity)
        wf__error("out-of-bounds", "snprintf() of more bytes than its buffer has");
    return wfl_print_buffer(buffer, size, format, arguments);
}

int vfprintf(FILE *restrict file, const char *restrict format, va_list arguments) {
    return wfl_print(file, format, arguments);
}

int vprintf(const char *restrict format, va_list arguments) {
    return wfl_print(stdout, format, arguments);
}

int vsprintf(char *restrict buffer, const char *restrict format, va_list arguments) {
    return wfl_print_buffer(buffer, UNBOUNDED, format, arguments);
}

int vsnprintf(char *restrict buffer, size_t size, const char *restrict format,
              va_list arguments) {
    return wfl_print_buffer(buffer, size, format, arguments);
}

int vasprintf(char **restrict place, const char *restrict format, va_list arguments) {
    return wfl_print_allocated(place, format, arguments);
}

int vdprintf(int descriptor, const char *restrict format, va_list arguments) {
    return print_descriptor(descriptor, format, arguments);
}

int __vfprintf_chk(FILE *restrict file, int flag, const char *restrict format,
                   va_list arguments) {
    (void)flag;
    return wfl_print(file, format, arguments);
}

int __vprintf_chk(int flag, const char *restrict format, va_list arguments) {
    (void)flag;
    return wfl_print(stdout, format, arguments);
}

int __vsprintf_chk(char *restrict buffer, int flag, size_t capacity, const char *restrict format,
                   va_list arguments) {
    (void)flag;
    (void)capacity;
    return wfl_print_buffer(buffer, UNBOUNDED, format, arguments);
}

int __vsnprintf_chk(char *restrict buffer, size_t size, int flag, size_t capacity,
                    const char *restrict format, va_list arguments) {
    (void)flag;
    return print_checked(buffer, size, capacity, format, arguments);
}

int __vasprintf_chk(char **restrict place, int flag, const char *restrict format,
                    va_list arguments) {
    (void)flag;
    return wfl_print_allocated(place, format, arguments);
}

int __vdprintf_chk(int descriptor, int flag, const char *restrict format, va_list arguments) {
    (void)flag;
    return print_descriptor(descriptor, format, arguments);
}

/* Calls `call` with the variadic arguments after `last`, and returns what it returns. */
#define PASS_ON(last, call)                                                                        \
    do {                                                                                           \
        va_list arguments;                                                                         \
        va_start(arguments, last);                                                                 \
        int result = call;                                                                         \
        va_end(arguments);                                                                         \
        return result;                                                                             \
    } while (0)

int printf(const char *restrict format, ...) {
    PASS_ON(format, wfl_print(stdout, format, arguments));
}

int fprintf(FILE *restrict file, const char *restrict format, ...) {
    PASS_ON(format, wfl_print(file, format, arguments));
}

int sprintf(char *restrict buffer, const char *restrict format, ...) {
    PASS_ON(format, wfl_print_buffer(buffer, UNBOUNDED, format, arguments));
}

int snprintf(char *restrict buffer, size_t size, const char *restrict format, ...) {
    PASS_ON(format, wfl_print_buffer(buffer, size, format, arguments));
}

int asprintf(char **restrict place, const char *restrict format, ...) {
    PASS_ON(format, wfl_print_allocated(place, format, arguments));
}

int dprintf(int descriptor, const char *restrict format, ...) {
    PASS_ON(format, print_descriptor(descriptor, format, arguments));
}

int __printf_chk(int flag, const char *restrict format, ...) {
    (void)flag;
    PASS_ON(format, wfl_print(stdout, format, arguments));
}

int __fprintf_chk(FILE *restrict file, int flag, const char *restrict format, ...) {
    (void)flag;
    PASS_ON(format, wfl_print(file, format, arguments));
}

int __sprintf_chk(char *restrict buffer, int flag, size_t capacity, const char *restrict format,
                  ...) {
    (void)flag;
    (void)capacity;
    PASS_ON(format, wfl_print_buffer(buffer, UNBOUNDED, format, arguments));
}

int __snprintf_chk(char *restrict buffer, size_t size, int flag, size_t capacity,
                   const char *restrict format, ...) {
    (void)flag;
    PASS_ON(format, print_checked(buffer, size, capacity, format, arguments));
}

int __asprintf_chk(char **restrict place, int flag, const char *restrict format, ...) {
    (void)flag;
    PASS_ON(format, wfl_print_allocated(place, format, arguments));
}

int __dprintf_chk(int descriptor, int flag, const char *restrict format, ...) {
    (void)flag;
    PASS_ON(format, print_descriptor(descriptor, format, arguments));
}

/* err.h and error.h name the program, which the models do not know: not modelled. syslog goes
   nowhere. */
void syslog(int priority, const char *format, ...) {
    (void)priority;
    (void)format;
}

void openlog(const char *name, int options, int facility) {
    (void)name;
    (void)options;
    (void)facility;
}

void closelog(void) {}

int setlogmask(int mask) {
    static int now = 0xff;
    int before = now;
    if (mask != 0)
        now = mask;
    return before;
}
