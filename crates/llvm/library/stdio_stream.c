/* stdio.h: opening, closing and positioning streams; the streams themselves. */
#include "library.h"

#include "files.h"
#include "streams.h"
#include <fcntl.h>
#include <unistd.h>

static struct wfl_stream standard[3] = {
    {.descriptor = 0, .access = WFL_READ},
    {.descriptor = 1, .access = WFL_WRITE},
    {.descriptor = 2, .access = WFL_WRITE},
};

FILE *stdin = &standard[0].file;
FILE *stdout = &standard[1].file;
FILE *stderr = &standard[2].file;

struct wfl_stream *wfl_stream_of(FILE *file) {
    struct wfl_stream *stream = (struct wfl_stream *)file;
    if (stream->access & WFL_CLOSED)
        MISUSE("a closed stream is used");
    return stream;
}

static bool is_standard(struct wfl_stream *stream) {
    return stream == &standard[0] || stream == &standard[1] || stream == &standard[2];
}

static int failed(struct wfl_stream *stream, int number) {
    stream->file._flags |= WFL_ERROR_SEEN;
    errno = number;
    return -1;
}

static size_t read_memory(struct wfl_stream *stream, void *buffer, size_t size) {
    size_t left = stream->offset < stream->size ? stream->size - stream->offset : 0;
    if (size > left)
        size = left;
    wf__memcpy(buffer, stream->memory + stream->offset, size);
    stream->offset += size;
    return size;
}

size_t wfl_stream_read(struct wfl_stream *stream, void *buffer, size_t size) {
    if (!(stream->access & WFL_READ)) {
        failed(stream, EBADF);
        return 0;
    }
    unsigned char *to = buffer;
    size_t done = 0;
    while (stream->pushed > 0 && done < size)
        to[done++] = stream->back[--stream->pushed];
    while (done < size) {
        if (stream->file._flags & WFL_EOF_SEEN)
            break;
        int64_t count = stream->descriptor < 0
                            ? (int64_t)read_memory(stream, to + done, size - done)
                            : wfl_file_read(stream->descriptor, to + done, size - done);
        if (count < 0)
            stream->file._flags |= WFL_ERROR_SEEN;
        if (count == 0)
            stream->file._flags |= WFL_EOF_SEEN;
        if (count <= 0)
            break;
        done += (size_t)count;
    }
    return done;
}

/* The common case of wfl_stream_get: the next byte of a loaded file. */
static int next_of_file(struct wfl_stream *stream) {
    if (stream->descriptor < 0 || stream->pushed > 0 || !(stream->access & WFL_READ) ||
        (stream->file._flags & WFL_EOF_SEEN))
        return -1;
    struct wfl_open *open = wfl_file_of(stream->descriptor);
    if (!open || (open->flags & O_ACCMODE) == O_WRONLY)
        return -1;
    struct wfl_node *node = open->node;
    if (node->kind != WFL_REGULAR || node->input >= 0 || open->offset >= node->size)
        return -1;
    return node->data[open->offset++];
}

int wfl_stream_get(struct wfl_stream *stream) {
    int byte = next_of_file(stream);
    if (byte >= 0)
        return byte;
    // Set, because the compiler reads it before it knows whether it was read into.
    unsigned char one = 0;
    return wfl_stream_read(stream, &one, 1) == 1 ? one : -1;
}

int wfl_stream_unget(struct wfl_stream *stream, int byte) {
    if (stream->pushed == (int)sizeof stream->back)
        return -1;
    stream->back[stream->pushed++] = (unsigned char)byte;
    stream->file._flags &= ~WFL_EOF_SEEN;
    return 0;
}

static void publish_memory(struct wfl_stream *stream) {
    if (stream->memory_place) {
        *stream->memory_place = stream->memory;
        *stream->size_place = stream->offset < stream->size ? stream->offset : stream->size;
    }
}

/* Makes room for a growing stream and its final zero. */
static int grow_memory(struct wfl_stream *stream, size_t end) {
    if (end + 1 <= stream->capacity)
        return 0;
    size_t capacity = stream->capacity * 2;
    while (capacity < end + 1)
        capacity *= 2;
    char *larger = wfl_reallocate(stream->memory, capacity);
    if (!larger)
        return -1;
    wf__memset(larger + stream->capacity, 0, capacity - stream->capacity);
    stream->memory = larger;
    stream->capacity = capacity;
    return 0;
}

static size_t write_memory(struct wfl_stream *stream, const void *data, size_t size) {
    size_t end = stream->offset + size;
    if (stream->memory_place) {
        if (grow_memory(stream, end) != 0)
            return 0;
    } else if (end > stream->capacity) {
        size = stream->offset < stream->capacity ? stream->capacity - stream->offset : 0;
        end = stream->offset + size;
    }
    wf__memcpy(stream->memory + stream->offset, data, size);
    stream->offset = end;
    if (end > stream->size) {
        stream->size = end;
        if (end < stream->capacity)
            stream->memory[end] = 0;
    }
    publish_memory(stream);
    return size;
}

size_t wfl_stream_write(struct wfl_stream *stream, const void *data, size_t size) {
    if (!(stream->access & WFL_WRITE)) {
        failed(stream, EBADF);
        return 0;
    }
    if (stream->pushed > 0) {
        /* Writing goes on where reading stopped. */
        if (stream->descriptor >= 0)
            wfl_file_seek(stream->descriptor, -(int64_t)stream->pushed, SEEK_CUR);
        stream->pushed = 0;
    }
    int64_t count = stream->descriptor < 0 ? (int64_t)write_memory(stream, data, size)
                                           : wfl_file_write(stream->descriptor, data, size);
    if (count < 0 || (size_t)count < size)
        stream->file._flags |= WFL_ERROR_SEEN;
    return count < 0 ? 0 : (size_t)count;
}

/* The flags of open() for a mode of fopen(), or -1. */
static int open_flags(const char *mode) {
    int flags;
    switch (*mode) {
    case 'r':
        flags = O_RDONLY;
        break;
    case 'w':
        flags = O_WRONLY | O_CREAT | O_TRUNC;
        break;
    case 'a':
        flags = O_WRONLY | O_CREAT | O_APPEND;
        break;
    default:
        errno = EINVAL;
        return -1;
    }
    for (mode++; *mode && *mode != ','; mode++) {
        if (*mode == '+')
            flags = (flags & ~O_ACCMODE) | O_RDWR;
        else if (*mode == 'x')
            flags |= O_EXCL;
        else if (*mode == 'e')
            flags |= O_CLOEXEC;
    }
    return flags;
}

static unsigned access_of(int flags) {
    switch (flags & O_ACCMODE) {
    case O_RDONLY:
        return WFL_READ;
    case O_WRONLY:
        return WFL_WRITE;
    default:
        return WFL_READ | WFL_WRITE;
    }
}

static FILE *new_stream(int descriptor, unsigned access) {
    struct wfl_stream *stream = wf__malloc(sizeof *stream);
    *stream = (struct wfl_stream){.descriptor = descriptor, .access = access};
    stream->file._fileno = descriptor;
    return &stream->file;
}

static FILE *open_stream(const char *path, const char *mode) {
    int flags = open_flags(mode);
    if (flags < 0)
        return NULL;
    int descriptor = wfl_file_open(path, flags, 0666);
    if (descriptor < 0)
        return NULL;
    if ((flags & O_APPEND) && access_of(flags) == WFL_WRITE) {
        struct wfl_open *open = wfl_file_of(descriptor);
        open->offset = open->node->size;
    }
    return new_stream(descriptor, access_of(flags));
}

FILE *fopen(const char *restrict path, const char *restrict mode) {
    return open_stream(path, mode);
}

FILE *fopen64(const char *restrict path, const char *restrict mode) {
    return open_stream(path, mode);
}

FILE *fdopen(int descriptor, const char *mode) {
    int flags = open_flags(mode);
    if (flags < 0)
        return NULL;
    struct wfl_open *open = wfl_file_of(descriptor);
    if (!open)
        return NULL;
    unsigned access = access_of(flags);
    if (access & ~access_of(open->flags)) {
        errno = EINVAL;
        return NULL;
    }
    if (flags & O_APPEND)
        open->flags |= O_APPEND;
    return new_stream(descriptor, access);
}

/* Ends what the stream had; 0 or -1. */
static int let_go(struct wfl_stream *stream) {
    publish_memory(stream);
    if (stream->own_memory)
        wf__free(stream->memory);
    return stream->descriptor < 0 ? 0 : wfl_file_close(stream->descriptor);
}

int fclose(FILE *file) {
    struct wfl_stream *stream = wfl_stream_of(file);
    int result = let_go(stream) == 0 ? 0 : EOF;
    stream->access = WFL_CLOSED;
    if (!is_standard(stream))
        wf__free(stream);
    return result;
}

static FILE *reopen(const char *path, const char *mode, FILE *file) {
    struct wfl_stream *stream = wfl_stream_of(file);
    int flags = open_flags(mode);
    if (flags < 0)
        return NULL;
    if (!path) {
        stream->access = access_of(flags);
        return file;
    }
    int old = stream->descriptor;
    let_go(stream);
    int descriptor = wfl_file_open(path, flags, 0666);
    if (descriptor < 0) {
        stream->access = WFL_CLOSED;
        return NULL;
    }
    if (old >= 0 && descriptor != old) {
        wfl_file_duplicate_to(descriptor, old);
        wfl_file_close(descriptor);
        descriptor = old;
    }
    struct _IO_FILE fresh = {._fileno = descriptor};
    *stream = (struct wfl_stream){.file = fresh,
                                  .descriptor = descriptor,
                                  .access = access_of(flags)};
    return file;
}

FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict file) {
    return reopen(path, mode, file);
}

FILE *freopen64(const char *restrict path, const char *restrict mode, FILE *restrict file) {
    return reopen(path, mode, file);
}

static FILE *temporary(void) {
    int descriptor = wfl_file_anonymous();
    return descriptor < 0 ? NULL : new_stream(descriptor, WFL_READ | WFL_WRITE);
}

FILE *tmpfile(void) { return temporary(); }
FILE *tmpfile64(void) { return temporary(); }

FILE *fmemopen(void *buffer, size_t size, const char *mode) {
    int flags = open_flags(mode);
    if (flags < 0)
        return NULL;
    bool own = !buffer;
    if (own) {
        buffer = wfl_allocate(size);
        if (!buffer)
            return NULL;
        wf__memset(buffer, 0, size);
    }
    FILE *file = new_stream(-1, access_of(flags));
    struct wfl_stream *stream = (struct wfl_stream *)file;
    stream->memory = buffer;
    stream->capacity = size;
    stream->own_memory = own;
    if ((flags & O_TRUNC) && size > 0)
        stream->memory[0] = 0;
    stream->size = flags & O_APPEND  ? wfl_length_within(buffer, size)
                   : flags & O_TRUNC ? 0
                                     : size;
    if (flags & O_APPEND)
        stream->offset = stream->size;
    return file;
}

FILE *open_memstream(char **place, size_t *size) {
    FILE *file = new_stream(-1, WFL_WRITE);
    struct wfl_stream *stream = (struct wfl_stream *)file;
    stream->capacity = 64;
    stream->memory = wfl_allocate(stream->capacity);
    if (!stream->memory) {
        wf__free(stream);
        return NULL;
    }
    wf__memset(stream->memory, 0, stream->capacity);
    stream->memory_place = place;
    stream->size_place = size;
    publish_memory(stream);
    return file;
}

FILE *popen(const char *command, const char *mode) {
    (void)command;
    (void)mode;
    wf__unsupported("popen");
}

static int64_t seek(FILE *file, int64_t offset, int origin) {
    struct wfl_stream *stream = wfl_stream_of(file);
    if (origin == SEEK_CUR)
        offset -= stream->pushed;
    int64_t to;
    if (stream->descriptor >= 0) {
        to = wfl_file_seek(stream->descriptor, offset, origin);
    } else {
        to = offset + (origin == SEEK_CUR   ? (int64_t)stream->offset
                       : origin == SEEK_END ? (int64_t)stream->size
                                            : 0);
        if (to < 0 || origin < SEEK_SET || origin > SEEK_END) {
            errno = EINVAL;
            return -1;
        }
        stream->offset = (size_t)to;
        publish_memory(stream);
    }
    if (to >= 0) {
        stream->pushed = 0;
        stream->file._flags &= ~WFL_EOF_SEEN;
    }
    return to;
}

static int64_t tell(FILE *file) {
    struct wfl_stream *stream = wfl_stream_of(file);
    int64_t at = stream->descriptor < 0 ? (int64_t)stream->offset
                                        : wfl_file_seek(stream->descriptor, 0, SEEK_CUR);
    return at < 0 ? -1 : at - stream->pushed;
}

int fseek(FILE *file, long offset, int origin) { return seek(file, offset, origin) < 0 ? -1 : 0; }

int fseeko(FILE *file, off_t offset, int origin) {
    return seek(file, offset, origin) < 0 ? -1 : 0;
}

int fseeko64(FILE *file, off64_t offset, int origin) {
    return seek(file, offset, origin) < 0 ? -1 : 0;
}

long ftell(FILE *file) { return tell(file); }
off_t ftello(FILE *file) { return tell(file); }
off64_t ftello64(FILE *file) { return tell(file); }

void rewind(FILE *file) {
    seek(file, 0, SEEK_SET);
    file->_flags &= ~(WFL_EOF_SEEN | WFL_ERROR_SEEN);
}

int fgetpos(FILE *restrict file, fpos_t *restrict position) {
    int64_t at = tell(file);
    if (at < 0)
        return -1;
    position->__pos = at;
    return 0;
}

int fsetpos(FILE *file, const fpos_t *position) {
    return seek(file, position->__pos, SEEK_SET) < 0 ? -1 : 0;
}

int feof(FILE *file) { return (wfl_stream_of(file)->file._flags & WFL_EOF_SEEN) != 0; }
int ferror(FILE *file) { return (wfl_stream_of(file)->file._flags & WFL_ERROR_SEEN) != 0; }
int feof_unlocked(FILE *file) { return (wfl_stream_of(file)->file._flags & WFL_EOF_SEEN) != 0; }
int ferror_unlocked(FILE *file) {
    return (wfl_stream_of(file)->file._flags & WFL_ERROR_SEEN) != 0;
}
void clearerr(FILE *file) {
    wfl_stream_of(file)->file._flags &= ~(WFL_EOF_SEEN | WFL_ERROR_SEEN);
}
void clearerr_unlocked(FILE *file) {
    wfl_stream_of(file)->file._flags &= ~(WFL_EOF_SEEN | WFL_ERROR_SEEN);
}

int fileno(FILE *file) {
    struct wfl_stream *stream = wfl_stream_of(file);
    if (stream->descriptor < 0)
        errno = EBADF;
    return stream->descriptor;
}

int fileno_unlocked(FILE *file) { return wfl_stream_of(file)->descriptor; }

/* Nothing is buffered and there is one thread. */
int fflush(FILE *file) {
    if (file)
        publish_memory(wfl_stream_of(file));
    return 0;
}
int fflush_unlocked(FILE *file) {
    (void)file;
    return 0;
}
int setvbuf(FILE *restrict file, char *restrict buffer, int mode, size_t size) {
    (void)wfl_stream_of(file);
    (void)buffer;
    (void)size;
    return mode == _IOFBF || mode == _IOLBF || mode == _IONBF ? 0 : -1;
}
void setbuf(FILE *restrict file, char *restrict buffer) {
    (void)wfl_stream_of(file);
    (void)buffer;
}
void setbuffer(FILE *file, char *buffer, size_t size) {
    (void)wfl_stream_of(file);
    (void)buffer;
    (void)size;
}
void setlinebuf(FILE *file) { (void)wfl_stream_of(file); }
void flockfile(FILE *file) { (void)file; }
void funlockfile(FILE *file) { (void)file; }
int ftrylockfile(FILE *file) {
    (void)file;
    return 0;
}
