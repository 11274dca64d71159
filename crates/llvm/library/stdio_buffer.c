/*
 * stdio.h: what streams hold back. Like glibc's, a stream writes a block at a time, each line
 * (setvbuf), or at once (stderr), and reads a block ahead: a program sees that in its descriptors,
 * in files that it opens twice, and in what is lost when it ends without exit().
 */
#include "library.h"

#include "files.h"
#include "streams.h"
#include <stdio_ext.h>
#include <unistd.h>

/* Bytes that glibc holds back for a file or pipe (its st_blksize), and for streams that are none. */
enum { FILE_BLOCK = 4096, OTHER_BLOCK = BUFSIZ, FIRST_ROOM = 64 };

static struct wfl_stream *of(FILE *file) { return wfl_stream_of(file); }

static int failed(struct wfl_stream *stream, int number) {
    stream->file._flags |= WFL_ERROR_SEEN;
    errno = number;
    return -1;
}

/* At the first use of bytes: the stream is one of bytes from now on. */
static void settle(struct wfl_stream *stream) {
    if (stream->file._mode > 0)
        wf__unsupported("bytes on a stream of wide characters");
    stream->file._mode = -1;
    if (stream->block == 0)
        stream->block = stream->file._flags & WFL_UNBUFFERED ? 1
                        : stream->descriptor < 0             ? OTHER_BLOCK
                                                             : FILE_BLOCK;
}

void wfl_stream_release(struct wfl_stream *stream) {
    if (stream->own_buffer)
        wf__free(stream->buffer);
    stream->buffer = NULL;
    stream->own_buffer = false;
    stream->room = stream->block = 0;
}

/* Has room for `size` bytes, which are no more than a block, and keeps the first `used`. */
static void make_room(struct wfl_stream *stream, size_t size, size_t used) {
    if (size <= stream->room)
        return;
    size_t room = stream->room < FIRST_ROOM ? FIRST_ROOM : stream->room;
    while (room < size)
        room *= 2;
    if (room > stream->block)
        room = stream->block;
    unsigned char *larger = wf__malloc(room);
    if (used > 0)
        wf__memcpy(larger, stream->buffer, used);
    if (stream->own_buffer)
        wf__free(stream->buffer);
    stream->buffer = larger;
    stream->own_buffer = true;
    stream->room = room;
}

/* Reading. */

size_t wfl_stream_unread(const struct wfl_stream *stream) {
    const struct _IO_FILE *file = &stream->file;
    size_t left = (size_t)(file->_IO_read_end - file->_IO_read_ptr);
    if (file->_flags & WFL_GIVEN_BACK)
        left += (size_t)(file->_IO_save_end - file->_IO_save_base);
    return left;
}

void wfl_stream_forget(struct wfl_stream *stream) {
    struct _IO_FILE *file = &stream->file;
    file->_IO_read_base = file->_IO_read_ptr = file->_IO_read_end = NULL;
    file->_IO_save_base = file->_IO_save_end = NULL;
    file->_flags &= ~WFL_GIVEN_BACK;
}

void wfl_stream_unwind(struct wfl_stream *stream) {
    int64_t unread = (int64_t)wfl_stream_unread(stream);
    int before = errno;
    if (unread == 0)
        return;
    int64_t to = stream->descriptor < 0 ? wfl_memory_seek(stream, -unread, SEEK_CUR)
                                        : wfl_file_seek(stream->descriptor, -unread, SEEK_CUR);
    if (to >= 0)
        wfl_stream_forget(stream);
    else
        errno = before;
}

void wfl_stream_drop_given_back(struct wfl_stream *stream) {
    struct _IO_FILE *file = &stream->file;
    if (!(file->_flags & WFL_GIVEN_BACK))
        return;
    file->_IO_read_base = file->_IO_read_ptr = file->_IO_save_base;
    file->_IO_read_end = file->_IO_save_end;
    file->_IO_save_base = file->_IO_save_end = NULL;
    file->_flags &= ~WFL_GIVEN_BACK;
}

int wfl_stream_stop_writing(struct wfl_stream *stream) {
    struct _IO_FILE *file = &stream->file;
    if (wfl_stream_flush(stream) != 0)
        return -1;
    file->_IO_write_base = file->_IO_write_ptr = file->_IO_write_end = NULL;
    file->_flags &= ~WFL_WRITING;
    return 0;
}

/* Reads from the file; 0 at its end or at an error. */
static size_t fetch(struct wfl_stream *stream, void *buffer, size_t size) {
    int64_t count = stream->descriptor < 0
                        ? (int64_t)wfl_memory_read(stream, buffer, size)
                        : wfl_file_read(stream->descriptor, buffer, size);
    if (count < 0)
        stream->file._flags |= WFL_ERROR_SEEN;
    if (count == 0)
        stream->file._flags |= WFL_EOF_SEEN;
    return count < 0 ? 0 : (size_t)count;
}

/* Bytes that are known to be left of the file, or a block. */
static size_t within_block(struct wfl_stream *stream) {
    size_t left = stream->block;
    struct wfl_open *open = stream->descriptor < 0 ? NULL : wfl_file_of(stream->descriptor);
    if (open && open->node->kind == WFL_REGULAR)
        left = *wfl_file_position(open) < open->node->size
                   ? open->node->size - *wfl_file_position(open)
                   : 1;
    return left < stream->block ? left : stream->block;
}

/* Reads ahead; false if there is nothing more. */
static bool refill(struct wfl_stream *stream) {
    size_t size = within_block(stream);
    make_room(stream, size, 0);
    size_t count = fetch(stream, stream->buffer, size);
    struct _IO_FILE *file = &stream->file;
    file->_IO_read_base = file->_IO_read_ptr = (char *)stream->buffer;
    file->_IO_read_end = file->_IO_read_ptr + count;
    return count > 0;
}

static bool may_read(struct wfl_stream *stream) {
    if (stream->file._flags & WFL_WRITING)
        wfl_stream_stop_writing(stream);
    if (!(stream->access & WFL_READ)) {
        failed(stream, EBADF);
        return false;
    }
    settle(stream);
    return true;
}

size_t wfl_stream_read(struct wfl_stream *stream, void *buffer, size_t size) {
    if (!may_read(stream))
        return 0;
    struct _IO_FILE *file = &stream->file;
    unsigned char *to = buffer;
    size_t done = 0;
    while (done < size) {
        size_t ready = (size_t)(file->_IO_read_end - file->_IO_read_ptr), left = size - done;
        if (ready > 0) {
            size_t now = ready < left ? ready : left;
            wf__memcpy(to + done, file->_IO_read_ptr, now);
            file->_IO_read_ptr += now;
            done += now;
        } else if (file->_flags & WFL_GIVEN_BACK) {
            wfl_stream_drop_given_back(stream);
        } else if (file->_flags & WFL_EOF_SEEN) {
            break;
        } else if (left >= stream->block) {
            /* Whole blocks go where they are wanted. */
            size_t whole = stream->block < 128 ? left : left - left % stream->block;
            size_t count = fetch(stream, to + done, whole);
            file->_IO_read_base = file->_IO_read_ptr;
            if (count == 0)
                break;
            done += count;
        } else if (!refill(stream)) {
            break;
        }
    }
    return done;
}

int wfl_stream_get(struct wfl_stream *stream) {
    struct _IO_FILE *file = &stream->file;
    if (file->_IO_read_ptr < file->_IO_read_end)
        return (unsigned char)*file->_IO_read_ptr++;
    // Set, because the compiler reads it before it knows whether it was read into.
    unsigned char one = 0;
    if (!may_read(stream) || (file->_flags & (WFL_EOF_SEEN | WFL_GIVEN_BACK)))
        return wfl_stream_read(stream, &one, 1) == 1 ? one : -1;
    return refill(stream) ? (unsigned char)*file->_IO_read_ptr++ : -1;
}

/* Whether the byte is surely the one that was read last, which glibc then finds where it was. */
static bool was_read_last(const struct _IO_FILE *file, int byte) {
    if (!file->_IO_read_base || file->_IO_read_ptr == file->_IO_read_base)
        return false;
    unsigned char difference = (unsigned char)file->_IO_read_ptr[-1] ^ (unsigned char)byte;
    return !wf__is_symbolic(difference) && difference == 0;
}

int wfl_stream_unget(struct wfl_stream *stream, int byte) {
    struct _IO_FILE *file = &stream->file;
    if (file->_flags & WFL_WRITING)
        wfl_stream_stop_writing(stream);
    file->_flags &= ~WFL_EOF_SEEN;
    if (was_read_last(file, byte)) {
        file->_IO_read_ptr--;
        return 0;
    }
    if (!(file->_flags & WFL_GIVEN_BACK)) {
        file->_IO_save_base = file->_IO_read_ptr;
        file->_IO_save_end = file->_IO_read_end;
        file->_IO_read_base = (char *)stream->back;
        file->_IO_read_ptr = file->_IO_read_end = file->_IO_read_base + sizeof stream->back;
        file->_flags |= WFL_GIVEN_BACK;
    }
    if (file->_IO_read_ptr == file->_IO_read_base)
        wf__unsupported("ungetc of more than 128 bytes");
    *--file->_IO_read_ptr = (char)byte;
    return 0;
}

/* Writing. */

/* Writes to the file; gives how much. */
static size_t put_out(struct wfl_stream *stream, const void *data, size_t size) {
    int64_t count = stream->descriptor < 0
                        ? (int64_t)wfl_memory_write(stream, data, size)
                        : wfl_file_write(stream->descriptor, data, size);
    if (count < 0 || (size_t)count < size)
        stream->file._flags |= WFL_ERROR_SEEN;
    return count < 0 ? 0 : (size_t)count;
}

static size_t waiting(const struct wfl_stream *stream) {
    return (size_t)(stream->file._IO_write_ptr - stream->file._IO_write_base);
}

int wfl_stream_flush(struct wfl_stream *stream) {
    size_t size = waiting(stream);
    if (size == 0)
        return 0;
    stream->file._IO_write_ptr = stream->file._IO_write_base;
    return put_out(stream, stream->file._IO_write_base, size) == size ? 0 : -1;
}

static bool holds_blocks(const struct wfl_stream *stream) {
    return !(stream->file._flags & (WFL_UNBUFFERED | WFL_BY_LINES));
}

/* Adds to what is held back, which fits into a block. */
static void hold(struct wfl_stream *stream, const void *data, size_t size) {
    struct _IO_FILE *file = &stream->file;
    size_t before = waiting(stream);
    if (size == 0)
        return;
    wfl_held_back = true;
    make_room(stream, before + size, before);
    wf__memcpy(stream->buffer + before, data, size);
    file->_IO_write_base = (char *)stream->buffer;
    file->_IO_write_ptr = file->_IO_write_base + before + size;
    /* Up to here the system's header writes inline. */
    file->_IO_write_end = file->_IO_write_base + (holds_blocks(stream) ? stream->room : 0);
}

/* Bytes up to the end of the last line, if lines are written at once. */
static size_t whole_lines(const struct wfl_stream *stream, const char *data, size_t size) {
    if (!(stream->file._flags & WFL_BY_LINES))
        return 0;
    while (size > 0 && data[size - 1] != '\n')
        size--;
    return size;
}

static bool may_write(struct wfl_stream *stream) {
    if (!(stream->access & WFL_WRITE)) {
        failed(stream, EBADF);
        return false;
    }
    if (!(stream->file._flags & WFL_WRITING)) {
        /* Writing goes on where reading stopped. */
        wfl_stream_unwind(stream);
        wfl_stream_forget(stream);
        stream->file._flags |= WFL_WRITING;
    }
    settle(stream);
    return true;
}

/* As glibc's _IO_new_file_xsputn: fills the block, then writes whole blocks and holds the rest. */
size_t wfl_stream_write(struct wfl_stream *stream, const void *data, size_t size) {
    if (!may_write(stream))
        return 0;
    if (stream->memory_place)
        return put_out(stream, data, size);
    const char *from = data;
    size_t room = holds_blocks(stream) || (stream->file._flags & WFL_BY_LINES)
                      ? stream->block - waiting(stream)
                      : 0;
    size_t lines = size <= room ? whole_lines(stream, from, size) : 0;
    size_t now = lines > 0 ? lines : size < room ? size : room, left = size - now;
    hold(stream, from, now);
    if (left == 0 && lines == 0)
        return size;
    if (wfl_stream_flush(stream) != 0)
        return 0;
    size_t direct = stream->block < 128 ? left : left - left % stream->block;
    if (direct > 0) {
        size_t count = put_out(stream, from + now, direct);
        if (count < direct)
            return now + count;
        now += direct;
        left -= direct;
    }
    lines = whole_lines(stream, from + now, left);
    if (lines > 0 && put_out(stream, from + now, lines) != lines)
        return now;
    hold(stream, from + now + lines, left - lines);
    return size;
}

bool wfl_held_back;

int wfl_streams_flush(void) {
    int result = 0;
    for (struct wfl_stream *stream = wfl_streams; stream; stream = stream->next)
        if (waiting(stream) > 0 && wfl_stream_flush(stream) != 0)
            result = EOF;
    return result;
}

static int flush(FILE *file) {
    if (!file)
        return wfl_streams_flush();
    struct wfl_stream *stream = of(file);
    wfl_memory_publish(stream);
    wfl_stream_unwind(stream);
    return wfl_stream_flush(stream) == 0 ? 0 : EOF;
}

int fflush(FILE *file) { return flush(file); }
int fflush_unlocked(FILE *file) { return flush(file); }

/* How a stream buffers. */

static int set_buffer(FILE *file, char *buffer, int mode, size_t size) {
    struct wfl_stream *stream = of(file);
    if (mode != _IOFBF && mode != _IOLBF && mode != _IONBF)
        return -1;
    if (wfl_stream_flush(stream) != 0)
        return EOF;
    wfl_stream_unwind(stream);
    if (wfl_stream_unread(stream) > 0)
        wf__unsupported("setvbuf while what was read ahead cannot be given back");
    file->_IO_write_base = file->_IO_write_ptr = file->_IO_write_end = NULL;
    file->_flags &= ~(WFL_UNBUFFERED | WFL_BY_LINES);
    file->_flags |= mode == _IONBF ? WFL_UNBUFFERED : mode == _IOLBF ? WFL_BY_LINES : 0;
    if (mode == _IONBF || (buffer && size > 0)) {
        wfl_stream_forget(stream);
        wfl_stream_release(stream);
    }
    if (mode != _IONBF && buffer && size > 0) {
        stream->buffer = (unsigned char *)buffer;
        stream->room = stream->block = size;
    } else if (stream->block == 1) {
        stream->block = 0;
    }
    return 0;
}

int setvbuf(FILE *restrict file, char *restrict buffer, int mode, size_t size) {
    return set_buffer(file, buffer, mode, size);
}
void setbuf(FILE *restrict file, char *restrict buffer) {
    set_buffer(file, buffer, buffer ? _IOFBF : _IONBF, BUFSIZ);
}
void setbuffer(FILE *file, char *buffer, size_t size) {
    set_buffer(file, buffer, buffer ? _IOFBF : _IONBF, size);
}
void setlinebuf(FILE *file) { set_buffer(file, NULL, _IOLBF, 0); }

size_t __fbufsize(FILE *file) { return of(file)->block; }
size_t __fpending(FILE *file) { return waiting(of(file)); }
int __flbf(FILE *file) { return (of(file)->file._flags & WFL_BY_LINES) != 0; }
int __freadable(FILE *file) { return (of(file)->access & WFL_READ) != 0; }
int __fwritable(FILE *file) { return (of(file)->access & WFL_WRITE) != 0; }

int __freading(FILE *file) {
    struct wfl_stream *stream = of(file);
    return stream->access == WFL_READ || (!(file->_flags & WFL_WRITING) && file->_IO_read_base);
}

int __fwriting(FILE *file) {
    return of(file)->access == WFL_WRITE || (file->_flags & WFL_WRITING);
}

void __fpurge(FILE *file) {
    wfl_stream_forget(of(file));
    file->_IO_write_ptr = file->_IO_write_base;
}

void _flushlbf(void) {
    for (struct wfl_stream *stream = wfl_streams; stream; stream = stream->next)
        if (stream->file._flags & WFL_BY_LINES)
            wfl_stream_flush(stream);
}

/* There is one thread: who locks makes no difference. */
int __fsetlocking(FILE *file, int type) {
    struct wfl_stream *stream = of(file);
    int before = stream->locked_by_caller ? FSETLOCKING_BYCALLER : FSETLOCKING_INTERNAL;
    if (type != FSETLOCKING_QUERY)
        stream->locked_by_caller = type == FSETLOCKING_BYCALLER;
    return before;
}
