/* What a FILE is, as the models of stdio.h see it. */
#ifndef WFL_STREAMS_H
#define WFL_STREAMS_H

#include <stdio.h>

enum { WFL_READ = 1, WFL_WRITE = 2, WFL_CLOSED = 4 };

/* Flags in `_flags`, which the system's header reads inline. */
enum { WFL_EOF_SEEN = 0x10, WFL_ERROR_SEEN = 0x20 };

/*
 * A stream. The pointers in `file` stay null, so that inline readers and writers of the system's
 * header come to __uflow and __overflow. Nothing is buffered: what is written goes on at once.
 */
struct wfl_stream {
    struct _IO_FILE file;
    int descriptor; /* -1: the stream is memory */
    unsigned access;
    int pushed; /* bytes given back by ungetc, last first */
    unsigned char back[8];
    /* A memory stream: fmemopen's fixed buffer, or open_memstream's growing one. */
    char *memory;
    size_t size, capacity, offset;
    char **memory_place;
    size_t *size_place;
    bool own_memory;
};

/* The stream, checked to be open. */
struct wfl_stream *wfl_stream_of(FILE *file);
/* The next byte, or -1 with the end or error flag set. */
int wfl_stream_get(struct wfl_stream *stream);
/* Gives a byte back; -1 if there is no room. */
int wfl_stream_unget(struct wfl_stream *stream, int byte);
/* How many bytes were written; fewer than `size` is an error. */
size_t wfl_stream_write(struct wfl_stream *stream, const void *data, size_t size);
size_t wfl_stream_read(struct wfl_stream *stream, void *buffer, size_t size);

/* stdio_print.c: the printf family on a stream. */
int wfl_print(FILE *file, const char *format, va_list arguments);

#endif
