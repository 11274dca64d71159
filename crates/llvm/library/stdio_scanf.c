/*
 * stdio.h: the names of the scanf family. The plain names are those of old dialects, where "%as"
 * allocates; headers rename the calls of newer ones.
 */
#include "library.h"

#include "streams.h"

#define FAMILY(prefix, gnu_a)                                                                      \
    int prefix##vfscanf(FILE *restrict file, const char *restrict format, va_list arguments) {     \
        return wfl_scan_stream(file, format, arguments, gnu_a);                                    \
    }                                                                                              \
    int prefix##vscanf(const char *restrict format, va_list arguments) {                           \
        return wfl_scan_stream(stdin, format, arguments, gnu_a);                                   \
    }                                                                                              \
    int prefix##vsscanf(const char *restrict string, const char *restrict format,                  \
                        va_list arguments) {                                                       \
        return wfl_scan_string(string, format, arguments, gnu_a);                                  \
    }                                                                                              \
    int prefix##fscanf(FILE *restrict file, const char *restrict format, ...) {                    \
        va_list arguments;                                                                         \
        va_start(arguments, format);                                                               \
        int result = wfl_scan_stream(file, format, arguments, gnu_a);                              \
        va_end(arguments);                                                                         \
        return result;                                                                             \
    }                                                                                              \
    int prefix##scanf(const char *restrict format, ...) {                                          \
        va_list arguments;                                                                         \
        va_start(arguments, format);                                                               \
        int result = wfl_scan_stream(stdin, format, arguments, gnu_a);                             \
        va_end(arguments);                                                                         \
        return result;                                                                             \
    }                                                                                              \
    int prefix##sscanf(const char *restrict string, const char *restrict format, ...) {            \
        va_list arguments;                                                                         \
        va_start(arguments, format);                                                               \
        int result = wfl_scan_string(string, format, arguments, gnu_a);                            \
        va_end(arguments);                                                                         \
        return result;                                                                             \
    }

FAMILY(, true)
FAMILY(__isoc99_, false)
FAMILY(__isoc23_, false)
