/* stdio.h: opening, closing and positioning streams. */
#include "library.h"

#include "files.h"
#include "streams.h"
#include <fcntl.h>
#include <unistd.h>

static struct wfl_stream standard[3] = {
    {.descriptor = 0, .access = WFL_READ},
    {.descriptor = 1, .access = WFL_WRITE, .next = &standard[0]},
    {.file = {._flags = WFL_UNBUFFERED, ._fileno = 2},
     .descriptor = 2,
     .access = WFL_WRITE,
     .next = &standard[1]},
};

struct wfl_stream *wfl_streams = &standard[2];

FILE *stdin = &standard[0].file;
FILE *stdout = &standard[1].file;
FILE *stderr = &standard[2].file;

struct wfl_stream *wfl_stream_of(FILE *file) { return (struct wfl_stream *)file; }

static bool is_standard(struct wfl_stream *stream) {
    return stream == &standard[0] || stream == &standard[1] || stream == &standard[2];
}

int wfl_open_flags(const char *mode) {
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

unsigned wfl_access_of(int flags) {
    switch (flags & O_ACCMODE) {
    case O_RDONLY:
        return WFL_READ;
    case O_WRONLY:
        return WFL_WRITE;
    default:
        return WFL_READ | WFL_WRITE;
    }
}

FILE *wfl_stream_new(int descriptor, unsigned access) {
    struct wfl_stream *stream = wf__malloc(sizeof *stream);
    *stream = (struct wfl_stream){
        .descriptor = descriptor, .access = access, .next = wfl_streams};
    wfl_streams = stream;
    stream->file._fileno = descriptor;
    return &stream->file;
}

static FILE *open_stream(const char *path, const char *mode) {
    int flags = wfl_open_flags(mode);
    if (flags < 0)
        return NULL;
    /* glibc hands it to the kernel, which has no file there. */
    if (!path) {
        errno = EFAULT;
        return NULL;
    }
    int descriptor = wfl_file_open(wfl_path_from(AT_FDCWD, path), path, flags, 0666);
    if (descriptor < 0)
        return NULL;
    if ((flags & O_APPEND) && wfl_access_of(flags) == WFL_WRITE) {
        struct wfl_open *open = wfl_file_of(descriptor);
        open->offset = open->node->size;
    }
    return wfl_stream_new(descriptor, wfl_access_of(flags));
}

FILE *fopen(const char *restrict path, const char *restrict mode) {
    return open_stream(path, mode);
}

FILE *fopen64(const char *restrict path, const char *restrict mode) {
    return open_stream(path, mode);
}

FILE *fdopen(int descriptor, const char *mode) {
    int flags = wfl_open_flags(mode);
    if (flags < 0)
        return NULL;
    struct wfl_open *open = wfl_file_of(descriptor);
    if (!open)
        return NULL;
    unsigned access = wfl_access_of(flags);
    if (access & ~wfl_access_of(open->flags)) {
        errno = EINVAL;
        return NULL;
    }
    if (flags & O_APPEND)
        open->flags |= O_APPEND;
    return wfl_stream_new(descriptor, access);
}

/* Ends what the stream had; 0 or -1. */
static int let_go(struct wfl_stream *stream) {
    int result = wfl_stream_flush(stream);
    wfl_stream_release(stream);
    wfl_memory_close(stream);
    if (stream->own_memory)
        wf__free(stream->memory);
    if (stream->descriptor >= 0 && wfl_file_close(stream->descriptor) != 0)
        result = -1;
    return result;
}

static void take_off(struct wfl_stream *stream) {
    struct wfl_stream **place = &wfl_streams;
    while (*place && *place != stream)
        place = &(*place)->next;
    if (*place)
        *place = stream->next;
}

/* Standard streams stay where they are: what uses one then finds it without a file, as with glibc. */
static void shut(struct wfl_stream *stream) {
    take_off(stream);
    *stream = (struct wfl_stream){
        .file = {._flags = stream->file._flags & WFL_ERROR_SEEN, ._fileno = -1},
        .descriptor = -1,
        .access = WFL_CLOSED,
    };
}

int fclose(FILE *file) {
    struct wfl_stream *stream = wfl_stream_of(file);
    wf__not_freed(stream);
    if (stream->access & WFL_CLOSED)
        return EOF;
    int result = let_go(stream) == 0 ? 0 : EOF;
    shut(stream);
    if (!is_standard(stream))
        wf__free(stream);
    return result;
}

static FILE *reopen(const char *path, const char *mode, FILE *file) {
    struct wfl_stream *stream = wfl_stream_of(file);
    int flags = wfl_open_flags(mode);
    if (flags < 0)
        return NULL;
    bool was_closed = stream->access & WFL_CLOSED;
    if (!path && was_closed)
        MISUSE("a closed stream is opened anew, without a name");
    if (!path) {
        stream->access = wfl_access_of(flags);
        return file;
    }
    int old = stream->descriptor;
    let_go(stream);
    int descriptor = wfl_file_open(wfl_path_from(AT_FDCWD, path), path, flags, 0666);
    if (descriptor < 0) {
        shut(stream);
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
                                  .access = wfl_access_of(flags),
                                  .next = was_closed ? wfl_streams : stream->next};
    if (was_closed)
        wfl_streams = stream;
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
    return descriptor < 0 ? NULL : wfl_stream_new(descriptor, WFL_READ | WFL_WRITE);
}

FILE *tmpfile(void) { return temporary(); }
FILE *tmpfile64(void) { return temporary(); }

static int64_t move(struct wfl_stream *stream, int64_t offset, int origin) {
    if (stream->access & WFL_CLOSED) {
        errno = EBADF;
        return -1;
    }
    return stream->descriptor < 0 ? wfl_memory_seek(stream, offset, origin)
                                  : wfl_file_seek(stream->descriptor, offset, origin);
}

static int64_t seek(FILE *file, int64_t offset, int origin) {
    struct wfl_stream *stream = wfl_stream_of(file);
    if (wfl_stream_stop_writing(stream) != 0)
        return -1;
    if (origin == SEEK_CUR)
        offset -= (int64_t)wfl_stream_unread(stream);
    /* As glibc does it, which then may fail, as for a pipe. */
    if (origin == SEEK_SET || origin == SEEK_CUR || origin == SEEK_END)
        wfl_stream_drop_given_back(stream);
    int64_t to = move(stream, offset, origin);
    if (to >= 0) {
        wfl_stream_forget(stream);
        file->_flags &= ~WFL_EOF_SEEN;
    }
    return to;
}

static bool appends(struct wfl_stream *stream) {
    struct wfl_open *open = stream->descriptor < 0 ? NULL : wfl_file_of(stream->descriptor);
    return open && (open->flags & O_APPEND);
}

static int64_t tell(FILE *file) {
    struct wfl_stream *stream = wfl_stream_of(file);
    int64_t waiting = file->_IO_write_ptr - file->_IO_write_base;
    int64_t at = move(stream, 0, waiting > 0 && appends(stream) ? SEEK_END : SEEK_CUR);
    return at < 0 ? -1 : at + waiting - (int64_t)wfl_stream_unread(stream);
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

/* There is one thread. */
void flockfile(FILE *file) { (void)file; }
void funlockfile(FILE *file) { (void)file; }
int ftrylockfile(FILE *file) {
    (void)file;
    return 0;
}
