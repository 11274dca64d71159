/* dirent.h: the names in a directory, in the order of their bytes; `.` and `..` first. */
#include "library.h"

#include "files.h"
#include <dirent.h>
#include <fcntl.h>

struct __dirstream {
    int descriptor;
    size_t count, next;
    struct dirent **entries; /* null before the first is read */
    char *path; /* in `run` */
};

static int fail(int number) {
    errno = number;
    return -1;
}

static unsigned char type_of(const struct wfl_node *node) {
    static const unsigned char types[] = {
        [WFL_REGULAR] = DT_REG, [WFL_DIRECTORY] = DT_DIR, [WFL_LINK] = DT_LNK, [WFL_FIFO] = DT_FIFO, [WFL_STDIN] = DT_FIFO,
        [WFL_OUTPUT] = DT_FIFO, [WFL_NULL] = DT_CHR,      [WFL_ZERO] = DT_CHR, [WFL_DEVICE] = DT_UNKNOWN,
    };
    return node->pipe ? DT_FIFO : types[node->kind];
}

static struct dirent *new_entry(const char *name, size_t length, struct wfl_node *node, bool real) {
    struct dirent *entry = wf__malloc(sizeof *entry);
    wf__memset(entry, 0, sizeof *entry);
    wf__memcpy(entry->d_name, name, length + 1);
    entry->d_type = type_of(node);
    entry->d_reclen = (unsigned short)((offsetof(struct dirent, d_name) + length + 8) & ~7ul);
    entry->d_ino = real ? node->host_inode : 0;
    return entry;
}

static int compare(const void *a, const void *b) {
    return wfl_compare((*(struct dirent *const *)a)->d_name, (*(struct dirent *const *)b)->d_name);
}

/* Numbers are given in the order in which the names are read. */
static void number_entries(DIR *stream, struct wfl_node *directory) {
    for (size_t i = 0; i < stream->count; i++) {
        struct dirent *entry = stream->entries[i];
        entry->d_off = (off_t)i + 1;
        if (wfl_in_run && entry->d_ino)
            continue;
        struct wfl_node *node = i == 0 ? directory : directory->parent ? directory->parent : directory;
        if (i >= 2)
            node = wfl_entry_of(directory, entry->d_name, wfl_length(entry->d_name))->node;
        entry->d_ino = wfl_file_number(node);
    }
}

static void read_names(DIR *stream) {
    struct wfl_node *directory = wfl_file_of(stream->descriptor)->node;
    struct wfl_node *above = directory->parent ? directory->parent : directory;
    if (wfl_is_outside(directory))
        wf__approximation("files");
    wfl_host_list(directory);
    size_t count = 2;
    for (struct wfl_entry *entry = directory->entries; entry; entry = entry->next)
        count++;
    stream->entries = wf__malloc(count * sizeof *stream->entries);
    stream->entries[0] = new_entry(".", 1, directory, wfl_in_run);
    stream->entries[1] = new_entry("..", 2, above, wfl_in_run);
    stream->count = 2;
    for (struct wfl_entry *entry = directory->entries; entry; entry = entry->next)
        stream->entries[stream->count++] = new_entry(entry->name, entry->length, entry->node, wfl_in_run);
    wfl_sort(stream->entries + 2, stream->count - 2, sizeof *stream->entries, compare);
    number_entries(stream, directory);
}

static void forget_names(DIR *stream) {
    for (size_t i = 0; i < stream->count; i++)
        wf__free(stream->entries[i]);
    wf__free(stream->entries);
    stream->entries = NULL;
    stream->count = 0;
}

static DIR *stream_of(int descriptor) {
    struct wfl_open *open = wfl_file_of(descriptor);
    if (!open)
        return NULL;
    if (open->node->kind != WFL_DIRECTORY) {
        fail(ENOTDIR);
        return NULL;
    }
    DIR *stream = wfl_allocate(sizeof *stream);
    if (!stream)
        return NULL;
    *stream = (DIR){.descriptor = descriptor};
    *wfl_file_closed_on_exec(descriptor) = true;
    return stream;
}

DIR *fdopendir(int descriptor) { return stream_of(descriptor); }

static DIR *open_stream(const char *path) {
    int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
    int descriptor = wfl_file_open(wfl_path_from(AT_FDCWD, path), path, flags, 0);
    DIR *stream = descriptor >= 0 ? stream_of(descriptor) : NULL;
    if (descriptor >= 0 && !stream)
        wfl_file_close(descriptor);
    return stream;
}

DIR *opendir(const char *path) { return open_stream(path); }

static int close_stream(DIR *stream) {
    wf__not_freed(stream);
    forget_names(stream);
    int descriptor = stream->descriptor;
    wf__free(stream);
    return wfl_file_close(descriptor);
}

int closedir(DIR *stream) { return close_stream(stream); }

static void *next(DIR *stream) {
    if (!stream->entries) {
        if (!wfl_file_of(stream->descriptor))
            return NULL;
        read_names(stream);
    }
    return stream->next < stream->count ? stream->entries[stream->next++] : NULL;
}

struct dirent *readdir(DIR *stream) { return next(stream); }
#ifdef __LP64__ /* elsewhere their structures are others */
struct dirent64 *readdir64(DIR *stream) { return next(stream); }
#endif

static int read_into(DIR *stream, void *to, void *result) {
    struct dirent *entry = next(stream);
    if (entry)
        wf__memcpy(to, entry, sizeof *entry);
    *(void **)result = entry ? to : NULL;
    return 0;
}

int readdir_r(DIR *restrict stream, struct dirent *restrict to, struct dirent **restrict result) {
    return read_into(stream, to, result);
}

#ifdef __LP64__ /* elsewhere their structures are others */
int readdir64_r(DIR *restrict stream, struct dirent64 *restrict to, struct dirent64 **restrict result) {
    return read_into(stream, to, result);
}
#endif

void rewinddir(DIR *stream) {
    forget_names(stream);
    stream->next = 0;
}

long telldir(DIR *stream) { return (long)stream->next; }
void seekdir(DIR *stream, long position) { stream->next = (size_t)position; }

int dirfd(DIR *stream) { return stream->descriptor; }

int alphasort(const struct dirent **a, const struct dirent **b) {
    return wfl_compare((*a)->d_name, (*b)->d_name);
}

#ifdef __LP64__ /* elsewhere their structures are others */
int alphasort64(const struct dirent64 **a, const struct dirent64 **b) {
    return wfl_compare((*a)->d_name, (*b)->d_name);
}
#endif

static int scan(const char *path, void ***result, int (*filter)(const void *),
                int (*order)(const void *, const void *)) {
    DIR *stream = open_stream(path);
    if (!stream)
        return -1;
    void **found = NULL;
    size_t count = 0;
    for (struct dirent *entry; (entry = next(stream));) {
        if (filter && !filter(entry))
            continue;
        void **larger = wfl_reallocate(found, (count + 1) * sizeof *found);
        void *copy = larger ? wfl_allocate(sizeof *entry) : NULL;
        found = larger ? larger : found;
        if (!copy) {
            while (count > 0)
                wf__free(found[--count]);
            wf__free(found);
            close_stream(stream);
            return fail(ENOMEM);
        }
        wf__memcpy(copy, entry, sizeof *entry);
        found[count++] = copy;
    }
    close_stream(stream);
    if (order && count > 0)
        wfl_sort(found, count, sizeof *found, order);
    *result = found;
    return (int)count;
}

int scandir(const char *restrict path, struct dirent ***restrict result,
            int (*filter)(const struct dirent *),
            int (*order)(const struct dirent **, const struct dirent **)) {
    return scan(path, (void ***)result, (int (*)(const void *))filter,
                (int (*)(const void *, const void *))order);
}

#ifdef __LP64__ /* elsewhere their structures are others */
int scandir64(const char *restrict path, struct dirent64 ***restrict result,
              int (*filter)(const struct dirent64 *),
              int (*order)(const struct dirent64 **, const struct dirent64 **)) {
    return scan(path, (void ***)result, (int (*)(const void *))filter,
                (int (*)(const void *, const void *))order);
}
#endif
