/* Where the printf family puts its text, and one conversion of a format string. */
#ifndef WFL_PRINT_H
#define WFL_PRINT_H

#include "streams.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A stream, a buffer of fixed size or one that grows. */
struct wfl_sink {
    struct wfl_stream *stream;
    char *buffer;
    size_t capacity; /* of the buffer, without the final zero */
    bool grows;
    uint64_t length; /* of all text so far, written or not */
    bool wide;       /* where characters are counted, of UTF-8 */
    uint64_t inner;  /* bytes so far that begin no character, if so */
    char chunk[256]; /* for the stream */
    size_t pending;
    bool failed;
};

void wfl_put(struct wfl_sink *sink, char c);
void wfl_put_text(struct wfl_sink *sink, const char *text, size_t size);
void wfl_put_repeated(struct wfl_sink *sink, char c, int64_t count);

enum wfl_length { LENGTH_NONE, LENGTH_HH, LENGTH_H, LENGTH_L, LENGTH_LL, LENGTH_LONG_DOUBLE };

/* What stands between '%' and the letter, with the letter. */
struct wfl_conversion {
    bool left, plus, space, alternative, zero;
    int width;     /* -1 where `*` is meant, until it is fetched */
    int precision; /* -1: none given */
    bool has_precision;
    int argument, width_argument, precision_argument; /* positions from 1; 0: the next one */
    bool width_star, precision_star;
    enum wfl_length length;
    char letter;
};

/* print_float.c: e f g a and their capitals. */
void wfl_print_double(struct wfl_sink *sink, const struct wfl_conversion *conversion,
                      double value);
void wfl_print_long_double(struct wfl_sink *sink, const struct wfl_conversion *conversion,
                           long double value);

#endif
