/* stdio.h: reading and writing characters, lines and blocks. */
#include "library.h"

#include "files.h"
#include "streams.h"
#include <fcntl.h>
#include <unistd.h>

#undef getc
#undef putc
#undef getchar
#undef putchar

static int get(FILE *file) { return wfl_stream_get(wfl_stream_of(file)); }

int fgetc(FILE *file) { return get(file); }
int getc(FILE *file) { return get(file); }
int _IO_getc(FILE *file) { return get(file); }
int fgetc_unlocked(FILE *file) { return get(file); }
int getc_unlocked(FILE *file) { return get(file); }
int getchar(void) { return get(stdin); }
int getchar_unlocked(void) { return get(stdin); }
int __uflow(FILE *file) { return get(file); }

int getw(FILE *file) {
    int value;
    return wfl_stream_read(wfl_stream_of(file), &value, sizeof value) == sizeof value ? value : EOF;
}

static int put(int c, FILE *file) {
    unsigned char byte = (unsigned char)c;
    if (file->_IO_write_ptr < file->_IO_write_end) {
        *file->_IO_write_ptr++ = (char)byte;
        return byte;
    }
    return wfl_stream_write(wfl_stream_of(file), &byte, 1) == 1 ? byte : EOF;
}

int fputc(int c, FILE *file) { return put(c, file); }
int putc(int c, FILE *file) { return put(c, file); }
int _IO_putc(int c, FILE *file) { return put(c, file); }
int fputc_unlocked(int c, FILE *file) { return put(c, file); }
int putc_unlocked(int c, FILE *file) { return put(c, file); }
int putchar(int c) { return put(c, stdout); }
int putchar_unlocked(int c) { return put(c, stdout); }
int __overflow(FILE *file, int c) {
    return c == EOF ? wfl_stream_flush(wfl_stream_of(file)) : put(c, file);
}

int putw(int value, FILE *file) {
    size_t written = wfl_stream_write(wfl_stream_of(file), &value, sizeof value);
    return written == sizeof value ? 0 : EOF;
}

int ungetc(int c, FILE *file) {
    if (c == EOF)
        return EOF;
    return wfl_stream_unget(wfl_stream_of(file), c) == 0 ? (unsigned char)c : EOF;
}

static int put_string(const char *string, FILE *file) {
    size_t length = wfl_length(string);
    return wfl_stream_write(wfl_stream_of(file), string, length) == length ? 1 : EOF;
}

int fputs(const char *restrict string, FILE *restrict file) { return put_string(string, file); }
int fputs_unlocked(const char *restrict string, FILE *restrict file) {
    return put_string(string, file);
}

int puts(const char *string) {
    size_t length = wfl_length(string);
    struct wfl_stream *stream = wfl_stream_of(stdout);
    if (wfl_stream_write(stream, string, length) != length ||
        wfl_stream_write(stream, "\n", 1) != 1)
        return EOF;
    return length + 1 > INT32_MAX ? INT32_MAX : (int)(length + 1);
}

static char *get_line(char *buffer, int size, FILE *file) {
    struct wfl_stream *stream = wfl_stream_of(file);
    if (size <= 0)
        return NULL;
    int length = 0;
    int errors = stream->file._flags & WFL_ERROR_SEEN;
    stream->file._flags &= ~WFL_ERROR_SEEN;
    while (length < size - 1) {
        int c = wfl_stream_get(stream);
        if (c < 0)
            break;
        buffer[length++] = (char)c;
        if (c == '\n')
            break;
    }
    bool failed = stream->file._flags & WFL_ERROR_SEEN;
    stream->file._flags |= errors;
    if ((length == 0 && size > 1) || failed)
        return NULL;
    buffer[length] = 0;
    return buffer;
}

char *fgets(char *restrict buffer, int size, FILE *restrict file) {
    return get_line(buffer, size, file);
}

char *fgets_unlocked(char *restrict buffer, int size, FILE *restrict file) {
    return get_line(buffer, size, file);
}

char *__fgets_chk(char *buffer, size_t capacity, int size, FILE *file) {
    if (size > 0 && (size_t)size > capacity)
        wf__error("out-of-bounds", "fgets() of more bytes than its buffer has");
    return get_line(buffer, size, file);
}

char *gets(char *buffer) {
    struct wfl_stream *stream = wfl_stream_of(stdin);
    size_t length = 0;
    int c;
    while ((c = wfl_stream_get(stream)) >= 0 && c != '\n')
        buffer[length++] = (char)c;
    if (c < 0 && length == 0)
        return NULL;
    buffer[length] = 0;
    return buffer;
}

/* The block of a fread or fwrite; the product of sizes must fit, as no object is that large. */
static size_t block(size_t size, size_t count) {
    size_t total;
    if (__builtin_mul_overflow(size, count, &total))
        MISUSE("fread or fwrite of more bytes than there can be");
    return total;
}

static size_t read_items(void *buffer, size_t size, size_t count, FILE *file) {
    size_t total = block(size, count);
    if (total == 0)
        return 0;
    size_t done = wfl_stream_read(wfl_stream_of(file), buffer, total);
    return done == total ? count : done / size;
}

size_t fread(void *restrict buffer, size_t size, size_t count, FILE *restrict file) {
    return read_items(buffer, size, count, file);
}

size_t fread_unlocked(void *restrict buffer, size_t size, size_t count, FILE *restrict file) {
    return read_items(buffer, size, count, file);
}

size_t __fread_chk(void *buffer, size_t capacity, size_t size, size_t count, FILE *file) {
    if (block(size, count) > capacity)
        wf__error("out-of-bounds", "fread() of more bytes than its buffer has");
    return read_items(buffer, size, count, file);
}

static size_t write_items(const void *data, size_t size, size_t count, FILE *file) {
    size_t total = block(size, count);
    if (total == 0)
        return 0;
    size_t done = wfl_stream_write(wfl_stream_of(file), data, total);
    return done == total ? count : done / size;
}

size_t fwrite(const void *restrict data, size_t size, size_t count, FILE *restrict file) {
    return write_items(data, size, count, file);
}

size_t fwrite_unlocked(const void *restrict data, size_t size, size_t count, FILE *restrict file) {
    return write_items(data, size, count, file);
}

/* Doubles the buffer as glibc does, from 120 bytes. */
static ssize_t get_delimited(char **place, size_t *capacity, int delimiter, FILE *file) {
    if (!place || !capacity) {
        errno = EINVAL;
        return -1;
    }
    struct wfl_stream *stream = wfl_stream_of(file);
    if (!*place || *capacity == 0) {
        char *buffer = wfl_reallocate(*place, 120);
        if (!buffer)
            return -1;
        *place = buffer;
        *capacity = 120;
    }
    size_t length = 0;
    int c;
    while ((c = wfl_stream_get(stream)) >= 0) {
        if (length + 2 > *capacity) {
            char *larger = wfl_reallocate(*place, *capacity * 2);
            if (!larger)
                return -1;
            *place = larger;
            *capacity *= 2;
        }
        (*place)[length++] = (char)c;
        if (c == (unsigned char)delimiter)
            break;
    }
    if (length == 0)
        return -1;
    (*place)[length] = 0;
    return (ssize_t)length;
}

ssize_t getdelim(char **restrict place, size_t *restrict capacity, int delimiter,
                 FILE *restrict file) {
    return get_delimited(place, capacity, delimiter, file);
}

ssize_t __getdelim(char **restrict place, size_t *restrict capacity, int delimiter,
                   FILE *restrict file) {
    return get_delimited(place, capacity, delimiter, file);
}

ssize_t getline(char **restrict place, size_t *restrict capacity, FILE *restrict file) {
    return get_delimited(place, capacity, '\n', file);
}

static void print_error(const char *prefix, const char *text) {
    struct wfl_stream *stream = wfl_stream_of(stderr);
    if (prefix && *prefix) {
        wfl_stream_write(stream, prefix, wfl_length(prefix));
        wfl_stream_write(stream, ": ", 2);
    }
    wfl_stream_write(stream, text, wfl_length(text));
    wfl_stream_write(stream, "\n", 1);
}

void perror(const char *prefix) {
    char buffer[32];
    print_error(prefix, wfl_error_text(errno, buffer));
}

int remove(const char *path) {
    struct wfl_node *from = wfl_path_from(AT_FDCWD, path);
    if (wfl_file_unlink(from, path, false) == 0)
        return 0;
    return errno == EISDIR ? wfl_file_unlink(from, path, true) : -1;
}
