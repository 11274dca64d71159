/* What a FILE is, as the models of stdio.h see it. */
#ifndef WFL_STREAMS_H
#define WFL_STREAMS_H

#include <stdio.h>
#include <wchar.h>

enum { WFL_READ = 1, WFL_WRITE = 2, WFL_CLOSED = 4 };

/* Flags in `_flags`, as glibc has them: its header and gnulib read some inline. */
enum {
    WFL_UNBUFFERED = 0x2,
    WFL_EOF_SEEN = 0x10,
    WFL_ERROR_SEEN = 0x20,
    WFL_GIVEN_BACK = 0x100, /* the read pointers are in `back` */
    WFL_BY_LINES = 0x200,
    WFL_WRITING = 0x800,
};

/*
 * A stream, which holds back what glibc's does, where glibc's does: between the read and write
 * pointers of `file`. What ungetc gives back is in `back`, while `_IO_save_base` to `_IO_save_end`
 * are what was left to read.
 */
struct wfl_stream {
    struct _IO_FILE file;
    int descriptor; /* -1: the stream is memory, or closed */
    unsigned access;
    unsigned char *buffer; /* where it holds back; grows to `block` bytes unless the program's */
    size_t room;           /* bytes it has now */
    size_t block;          /* bytes held back at the most; 0 until the stream is used */
    bool own_buffer, locked_by_caller;
    unsigned char back[128];
    /* A memory stream: fmemopen's fixed buffer, or open_memstream's growing one. */
    char *memory;
    size_t size, capacity, offset;
    char **memory_place;
    size_t *size_place;
    /* Of open_wmemstream: its text as wide characters, made when that is published. */
    wchar_t **wide_place;
    size_t *wide_size_place, narrow_size;
    bool own_memory, appends; /* `appends`: of memory that fmemopen was given */
    struct wfl_stream *next; /* of all open streams, the latest first */
};

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
/* The same of wide characters, as the bytes that they are; the text is to be freed. */
int wfl_print_wide(FILE *file, const char *format, va_list arguments);
char *wfl_print_wide_text(const char *format, va_list arguments, int *result);

/* stdio_scan.c: the scanf family on a stream. */
int wfl_scan_stream(FILE *file, const char *format, va_list arguments, bool gnu_a);

/* What is held back goes out; 0 or -1. */
int wfl_stream_flush(struct wfl_stream *stream);
/* The same, before it is read or positioned. */
int wfl_stream_stop_writing(struct wfl_stream *stream);
/* Bytes that were read from the file and not given yet. */
size_t wfl_stream_unread(const struct wfl_stream *stream);
/* Forgets them. */
void wfl_stream_forget(struct wfl_stream *stream);
/* Forgets what was given back, and goes on with what was left before. */
void wfl_stream_drop_given_back(struct wfl_stream *stream);
/* Goes back to where the program has read to, if that is possible. */
void wfl_stream_unwind(struct wfl_stream *stream);
/* Gives the buffer back. */
void wfl_stream_release(struct wfl_stream *stream);
/* All streams are flushed, as exit() does. */
int wfl_streams_flush(void);
/* True once a stream has held something back. */
extern bool wfl_held_back;
/* The latest open stream. */
extern struct wfl_stream *wfl_streams;

/* stdio_memory.c: streams that are memory; as read, write and lseek for descriptors. */
size_t wfl_memory_read(struct wfl_stream *stream, void *buffer, size_t size);
size_t wfl_memory_write(struct wfl_stream *stream, const void *data, size_t size);
int64_t wfl_memory_seek(struct wfl_stream *stream, int64_t offset, int origin);
/* Tells the program where open_memstream's text is. */
void wfl_memory_publish(struct wfl_stream *stream);
/* The same, at the end: the text ends where the stream stands. */
void wfl_memory_close(struct wfl_stream *stream);

/* stdio_stream.c */
FILE *wfl_stream_new(int descriptor, unsigned access);
/* The flags of open() for a mode of fopen(), or -1. */
int wfl_open_flags(const char *mode);
unsigned wfl_access_of(int flags);

#endif
