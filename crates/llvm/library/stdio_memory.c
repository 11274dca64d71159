/* stdio.h: streams that are memory. */
#include "characters.h"

#include "streams.h"
#include <fcntl.h>

size_t wfl_memory_read(struct wfl_stream *stream, void *buffer, size_t size) {
    size_t left = stream->offset < stream->size ? stream->size - stream->offset : 0;
    if (size > left)
        size = left;
    wf__memcpy(buffer, stream->memory + stream->offset, size);
    stream->offset += size;
    return size;
}

/* Makes room for a growing stream and its final zero. */
static int grow(struct wfl_stream *stream, size_t end) {
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

/* fmemopen's memory: a text within it ends with a zero, if there is room or the stream may write anywhere. */
static size_t write_fixed(struct wfl_stream *stream, const char *data, size_t size) {
    size_t at = stream->appends ? stream->size : stream->offset;
    bool ends = size == 0 || data[size - 1] != 0;
    if (at + size > stream->capacity) {
        if (stream->offset + ends >= stream->capacity) {
            errno = ENOSPC;
            return 0;
        }
        size = stream->capacity - at;
    }
    wf__memcpy(stream->memory + at, data, size);
    stream->offset = at + size;
    if (stream->offset > stream->size) {
        stream->size = stream->offset;
        if (ends && stream->size < stream->capacity)
            stream->memory[stream->size] = 0;
        else if (ends && !stream->appends)
            stream->memory[stream->capacity - 1] = 0;
    }
    return size;
}

size_t wfl_memory_write(struct wfl_stream *stream, const void *data, size_t size) {
    if (!stream->memory_place)
        return write_fixed(stream, data, size);
    size_t end = stream->offset + size;
    if (grow(stream, end) != 0)
        return 0;
    wf__memcpy(stream->memory + stream->offset, data, size);
    stream->offset = end;
    if (end > stream->size) {
        stream->size = end;
        if (end < stream->capacity)
            stream->memory[end] = 0;
    }
    return size;
}

int64_t wfl_memory_seek(struct wfl_stream *stream, int64_t offset, int origin) {
    int64_t to = offset + (origin == SEEK_CUR   ? (int64_t)stream->offset
                           : origin == SEEK_END ? (int64_t)stream->size
                                                : 0);
    if (to < 0 || origin < SEEK_SET || origin > SEEK_END) {
        errno = EINVAL;
        return -1;
    }
    /* A text that grows does so at once. */
    if (stream->memory_place && (size_t)to > stream->size) {
        if (grow(stream, (size_t)to) != 0)
            return -1;
        stream->size = (size_t)to;
    }
    stream->offset = (size_t)to;
    return to;
}

static void publish_wide(struct wfl_stream *stream) {
    wchar_t *wide = wfl_reallocate(*stream->wide_place, (stream->size + 1) * sizeof *wide);
    mbstate_t state = {0};
    size_t count = 0;
    if (!wide)
        return;
    *stream->wide_place = wide;
    for (size_t at = 0; at < stream->size; count++) {
        if (at == stream->offset)
            *stream->wide_size_place = count;
        size_t used = wfl_decode(&wide[count], stream->memory + at, stream->size - at, &state);
        at += used == 0 || used > 6 ? 1 : used;
    }
    wide[count] = 0;
    if (stream->offset >= stream->size)
        *stream->wide_size_place = count;
}

void wfl_memory_close(struct wfl_stream *stream) {
    wfl_memory_publish(stream);
    if (stream->memory_place && stream->offset < stream->size)
        stream->memory[stream->offset] = 0;
    if (stream->wide_place && *stream->wide_place)
        (*stream->wide_place)[*stream->wide_size_place] = 0;
}

void wfl_memory_publish(struct wfl_stream *stream) {
    if (stream->memory_place) {
        *stream->memory_place = stream->memory;
        *stream->size_place = stream->offset < stream->size ? stream->offset : stream->size;
    }
    if (stream->wide_place)
        publish_wide(stream);
}

FILE *fmemopen(void *buffer, size_t size, const char *mode) {
    int flags = wfl_open_flags(mode);
    if (flags < 0)
        return NULL;
    bool own = !buffer;
    if (own) {
        buffer = wfl_allocate(size);
        if (!buffer)
            return NULL;
        wf__memset(buffer, 0, size);
    }
    FILE *file = wfl_stream_new(-1, wfl_access_of(flags));
    struct wfl_stream *stream = (struct wfl_stream *)file;
    stream->memory = buffer;
    stream->capacity = size;
    stream->own_memory = own;
    stream->appends = flags & O_APPEND;
    if ((flags & O_TRUNC) && size > 0)
        stream->memory[0] = 0;
    stream->size = flags & O_APPEND  ? wfl_length_within(buffer, size)
                   : flags & O_TRUNC ? 0
                                     : size;
    if (flags & O_APPEND)
        stream->offset = stream->size;
    return file;
}

/* The text stands in its place at once; where that is, the program learns from a flush. */
FILE *open_memstream(char **place, size_t *size) {
    size_t capacity = 64;
    char *memory = wfl_allocate(capacity);
    if (!memory)
        return NULL;
    wf__memset(memory, 0, capacity);
    FILE *file = wfl_stream_new(-1, WFL_WRITE);
    struct wfl_stream *stream = (struct wfl_stream *)file;
    stream->capacity = capacity;
    stream->memory = memory;
    stream->memory_place = place;
    stream->size_place = size;
    return file;
}

FILE *open_wmemstream(wchar_t **place, size_t *size) {
    size_t capacity = 64;
    char *memory = wfl_allocate(capacity);
    if (!memory)
        return NULL;
    wf__memset(memory, 0, capacity);
    FILE *file = wfl_stream_new(-1, WFL_WRITE);
    struct wfl_stream *stream = (struct wfl_stream *)file;
    file->_mode = 1;
    stream->capacity = capacity;
    stream->memory = memory;
    stream->own_memory = true;
    stream->memory_place = &stream->memory;
    stream->size_place = &stream->narrow_size;
    *place = NULL;
    stream->wide_place = place;
    stream->wide_size_place = size;
    return file;
}
