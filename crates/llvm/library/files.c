/*
 * The in-memory file system: its first files are the run's input files. There are no links, no
 * permissions and no users; directories are those that mkdir made, /tmp, and the parents of input
 * files. In `run`, a path that is not there is looked for on the real disk.
 */
#include "library.h"

#include "files.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

enum { DESCRIPTORS = 256 };

static struct wfl_node *nodes;
static struct wfl_open *descriptors[DESCRIPTORS];
static bool closed_on_exec[DESCRIPTORS];
static bool started, in_run;

static int fail(int number) {
    errno = number;
    return -1;
}

static struct wfl_node *new_node(const char *name, enum wfl_kind kind) {
    static int numbers = 2;
    size_t length = wfl_length(name);
    struct wfl_node *node = wf__malloc(sizeof *node);
    *node = (struct wfl_node){.kind = kind, .input = -1, .number = numbers++, .linked = true};
    node->mode = kind == WFL_DIRECTORY ? 0755 : 0644;
    node->name = wf__malloc(length + 1);
    wf__memcpy(node->name, name, length + 1);
    node->next = nodes;
    nodes = node;
    return node;
}

static struct wfl_open *new_open(struct wfl_node *node, int flags) {
    struct wfl_open *open = wf__malloc(sizeof *open);
    *open = (struct wfl_open){.node = node, .flags = flags, .references = 1};
    node->references++;
    return open;
}

static void start(void) {
    if (started)
        return;
    started = true;
    in_run = wf__host_file("/dev/null", NULL, 0) >= 0;
    new_node("/", WFL_DIRECTORY);
    new_node(".", WFL_DIRECTORY);
    new_node("/tmp", WFL_DIRECTORY)->mode = 01777;
    new_node("/dev/null", WFL_NULL)->mode = 0666;
    new_node("/dev/zero", WFL_ZERO)->mode = 0666;
    struct wfl_node *in = new_node("/dev/stdin", WFL_STDIN);
    struct wfl_node *out = new_node("/dev/stdout", WFL_OUTPUT);
    struct wfl_node *err = new_node("/dev/stderr", WFL_OUTPUT);
    out->number = 1;
    err->number = 2;
    int count = wf__file_count();
    for (int i = 0; i < count; i++) {
        int64_t length = wf__file_name(i, NULL, 0);
        char *name = wf__malloc((uint64_t)length + 1);
        wf__file_name(i, name, (uint64_t)length + 1);
        name[length] = 0;
        bool is_stdin = wfl_compare(name, "-") == 0;
        struct wfl_node *node = is_stdin ? in : new_node(name, WFL_REGULAR);
        node->kind = WFL_REGULAR;
        node->input = i;
        node->size = (size_t)wf__file_size(i);
        wf__free(name);
    }
    in->pipe = true;
    in->mode = out->mode = err->mode = 0600;
    descriptors[0] = new_open(in, O_RDONLY);
    descriptors[1] = new_open(out, O_WRONLY);
    descriptors[2] = new_open(err, O_WRONLY);
}

static void load(struct wfl_node *node) {
    if (node->input < 0)
        return;
    node->data = wf__malloc(node->size);
    node->capacity = node->size;
    wf__file_contents(node->input, node->data);
    node->input = -1;
}

static struct wfl_node *load_from_host(const char *path) {
    if (!in_run)
        return NULL;
    int64_t size = wf__host_file(path, NULL, 0);
    if (size < 0)
        return NULL;
    struct wfl_node *node = new_node(path, WFL_REGULAR);
    node->data = wf__malloc((uint64_t)size);
    node->size = node->capacity = (size_t)size;
    node->host = true;
    wf__host_file(path, node->data, (uint64_t)size);
    return node;
}

static const char *without_dot(const char *path) {
    while (path[0] == '.' && path[1] == '/') {
        path++;
        while (*path == '/')
            path++;
    }
    return *path ? path : ".";
}

static bool begins_with_parent(const char *path) {
    return path[0] == '.' && path[1] == '.' && (path[2] == '/' || !path[2]);
}

/* The directory of a test is `/`, which is its own parent: the rest of a path from there. */
static const char *below_root(const char *path) {
    if (in_run)
        return path;
    while (*path == '/' || begins_with_parent(path)) {
        path += *path == '/' ? 1 : 2;
        while (*path == '/')
            path++;
        path = without_dot(path);
    }
    return path;
}

static bool is_below(const char *name, const char *directory, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (name[i] != directory[i])
            return false;
    return name[length] == '/';
}

/* Whether a path uses a file as a directory. */
static bool passes_through_file(const char *path) {
    for (struct wfl_node *node = nodes; node; node = node->next)
        if (node->linked && node->kind != WFL_DIRECTORY &&
            is_below(path, node->name, wfl_length(node->name)))
            return true;
    return false;
}

/* Whether a path may name something natively that the run is not given: the directory of a test
   holds nothing but its files, and /tmp nothing at all. */
static bool leads_outside(const char *path) {
    static const char temporary[] = "/tmp/";
    if (in_run)
        return false;
    for (const char *at = path; *at; at++)
        if ((at == path || at[-1] == '/') && at[0] == '.' && at[1] == '.' &&
            (at[2] == '/' || !at[2]))
            return true;
    if (*path != '/')
        return false;
    size_t i = 0;
    while (temporary[i] && path[i] == temporary[i])
        i++;
    return temporary[i] != 0;
}

/* Whether the directories on the way to a path may be searched. */
static bool may_pass(const char *path) {
    for (struct wfl_node *node = nodes; node; node = node->next)
        if (node->linked && node->kind == WFL_DIRECTORY && !wfl_file_allows(node, 01) &&
            is_below(path, node->name, wfl_length(node->name)))
            return false;
    return true;
}

static struct wfl_node *named(const char *name) {
    for (struct wfl_node *node = nodes; node; node = node->next)
        if (node->linked && wfl_compare(node->name, name) == 0)
            return node;
    return NULL;
}

/* A path without what says nothing: slashes behind slashes and at the end, and `.`. `directory` becomes
 * whether its end says that it names one. */
static char *plain(const char *path, bool *directory) {
    char *made = wf__malloc(wfl_length(path) + 2);
    size_t length = 0;
    if (*path == '/')
        made[length++] = '/';
    *directory = false;
    while (*path) {
        if (*path == '/' || (path[0] == '.' && (path[1] == '/' || !path[1]))) {
            *directory = true;
            path++;
            continue;
        }
        *directory = false;
        if (length > 0 && made[length - 1] != '/')
            made[length++] = '/';
        while (*path && *path != '/')
            made[length++] = *path++;
    }
    if (length == 0)
        made[length++] = '.';
    made[length] = 0;
    return made;
}

/* What a path names that is written in another way than its file's name. */
static struct wfl_node *named_otherwise(const char *path, bool *no_directory) {
    bool directory;
    char *name = plain(path, &directory);
    struct wfl_node *node = named(name);
    wf__free(name);
    *no_directory = node && directory && node->kind != WFL_DIRECTORY;
    return *no_directory ? NULL : node;
}

struct wfl_node *wfl_file_find(const char *path) {
    start();
    if (!*path) {
        errno = ENOENT;
        return NULL;
    }
    path = without_dot(path);
    if (!may_pass(path)) {
        errno = EACCES;
        return NULL;
    }
    struct wfl_node *node = named(path);
    if (node)
        return node;
    bool no_directory;
    node = named_otherwise(path, &no_directory);
    if (no_directory)
        errno = ENOTDIR;
    if (node || no_directory)
        return node;
    /* Where there is no sandbox, `/` is another directory natively. */
    if (leads_outside(path))
        wf__approximation("files");
    node = *path == '/' || begins_with_parent(path) ? named(below_root(path)) : NULL;
    if (!node)
        node = load_from_host(path);
    if (!node)
        errno = passes_through_file(path) ? ENOTDIR : ENOENT;
    return node;
}

/* How long the name of the directory is in which a path is, which may end in slashes itself. */
static size_t parent_length(const char *path) {
    size_t length = 0;
    for (size_t i = 0; path[i]; i++) {
        size_t rest = i;
        while (path[rest] == '/')
            rest++;
        if (path[i] == '/' && path[rest])
            length = i;
    }
    return length;
}

/* Whether the directory of a path exists. */
static bool has_parent(const char *path) {
    size_t length = parent_length(path);
    if (length == 0)
        return true;
    for (struct wfl_node *node = nodes; node; node = node->next) {
        if (!node->linked)
            continue;
        if (is_below(node->name, path, length))
            return true;
        if (node->kind == WFL_DIRECTORY && wfl_length(node->name) == length &&
            is_below(path, node->name, length))
            return true;
    }
    return false;
}

/* Whether names may be made and removed in the directory of a path. */
static bool may_change_beside(const char *path) {
    size_t length = parent_length(path);
    for (struct wfl_node *node = nodes; node; node = node->next)
        if (node->linked && node->kind == WFL_DIRECTORY && wfl_length(node->name) == length &&
            is_below(path, node->name, length) && !wfl_file_allows(node, 03)) {
            errno = EACCES;
            return false;
        }
    return true;
}

unsigned wfl_file_mask = 022;

static struct wfl_node *create_plain(const char *path, unsigned mode) {
    if (!may_pass(path)) {
        errno = EACCES;
        return NULL;
    }
    if (in_run ? wf__host_file_write(path, "", 0) != 0 : !has_parent(path)) {
        errno = passes_through_file(path) ? ENOTDIR : ENOENT;
        return NULL;
    }
    if (!may_change_beside(path))
        return NULL;
    struct wfl_node *node = new_node(path, WFL_REGULAR);
    node->mode = mode & 07777 & ~wfl_file_mask;
    node->host = in_run;
    return node;
}

static struct wfl_node *create(const char *path, unsigned mode) {
    bool directory;
    char *name = plain(path, &directory);
    struct wfl_node *node = create_plain(name, mode);
    wf__free(name);
    return node;
}

static void write_back(struct wfl_node *node) {
    if (!node->host || !node->changed || !node->linked)
        return;
    node->changed = false;
    if (wf__host_file_write(node->name, node->data, node->size) != 0)
        wf__warning("a file that the program wrote could not be written to the disk");
}

void wfl_files_finish(void) {
    if (in_run)
        for (struct wfl_node *node = nodes; node; node = node->next)
            write_back(node);
}

static int lowest_free(int from) {
    for (int i = from; i < DESCRIPTORS; i++)
        if (!descriptors[i])
            return i;
    return fail(EMFILE);
}

struct wfl_open *wfl_file_of(int descriptor) {
    start();
    if (descriptor < 0 || descriptor >= DESCRIPTORS || !descriptors[descriptor]) {
        errno = EBADF;
        return NULL;
    }
    return descriptors[descriptor];
}

/* Of the flags of an open file, those that the kernel forgets, and one that it adds. */
enum { NOT_KEPT = O_CREAT | O_EXCL | O_TRUNC | O_NOCTTY | O_CLOEXEC, ADDED = 0100000 };

static int install(struct wfl_node *node, int flags) {
    int descriptor = lowest_free(0);
    if (descriptor < 0)
        return -1;
    descriptors[descriptor] = new_open(node, (flags & ~NOT_KEPT) | ADDED);
    closed_on_exec[descriptor] = flags & O_CLOEXEC;
    return descriptor;
}

bool *wfl_file_closed_on_exec(int descriptor) { return &closed_on_exec[descriptor]; }

/* What opening a file so needs of it. */
static unsigned needed(int flags) {
    bool reads = (flags & O_ACCMODE) != O_WRONLY, writes = (flags & O_ACCMODE) != O_RDONLY;
    return (reads ? 04 : 0) | (writes || (flags & O_TRUNC) ? 02 : 0);
}

/* The kernel looks at nothing but the directory of a name that ends like that of a directory, and is to
 * be made. */
static int no_file_of(const char *path) {
    start();
    size_t length = parent_length(path);
    bool made = in_run || has_parent(path);
    for (struct wfl_node *node = nodes; node; node = node->next)
        if (node->linked && node->kind != WFL_DIRECTORY && wfl_length(node->name) <= length &&
            is_below(path, node->name, wfl_length(node->name)))
            return fail(ENOTDIR);
    return fail(made ? EISDIR : ENOENT);
}

int wfl_file_open(const char *path, int flags, unsigned mode) {
    int before = errno;
    if ((flags & O_CREAT) && *path && path[wfl_length(path) - 1] == '/')
        return no_file_of(path);
    struct wfl_node *node = wfl_file_find(path);
    bool writes = (flags & O_ACCMODE) != O_RDONLY;
    if (!node) {
        if (!(flags & O_CREAT) || !*path)
            return -1;
        node = create(path, mode);
        if (!node)
            return -1;
    } else if ((flags & O_CREAT) && (flags & O_EXCL)) {
        return fail(EEXIST);
    } else if (node->kind == WFL_DIRECTORY && (writes || (flags & O_CREAT))) {
        return fail(EISDIR);
    } else if (node->kind != WFL_DIRECTORY && (flags & O_DIRECTORY)) {
        return fail(ENOTDIR);
    } else if (!wfl_file_allows(node, needed(flags))) {
        return fail(EACCES);
    }
    errno = before;
    load(node);
    if ((flags & O_TRUNC) && node->kind == WFL_REGULAR)
        wfl_file_truncate(node, 0);
    return install(node, flags);
}

int wfl_file_anonymous(void) {
    start();
    struct wfl_node *node = new_node("", WFL_REGULAR);
    node->linked = false;
    node->mode = 0600;
    return install(node, O_RDWR | O_TMPFILE);
}

/* The node's memory goes when nothing can reach it any more. */
static void drop_node(struct wfl_node *node) {
    if (node->linked || node->references > 0)
        return;
    struct wfl_node **place = &nodes;
    while (*place != node)
        place = &(*place)->next;
    *place = node->next;
    wf__free(node->data);
    wf__free(node->name);
    wf__free(node);
}

int wfl_file_close(int descriptor) {
    struct wfl_open *open = wfl_file_of(descriptor);
    if (!open)
        return -1;
    descriptors[descriptor] = NULL;
    if (--open->references > 0)
        return 0;
    struct wfl_node *node = open->node;
    wf__free(open);
    node->references--;
    write_back(node);
    drop_node(node);
    return 0;
}

int64_t wfl_file_read(int descriptor, void *buffer, size_t size) {
    struct wfl_open *open = wfl_file_of(descriptor);
    if (!open)
        return -1;
    if ((open->flags & O_ACCMODE) == O_WRONLY)
        return fail(EBADF);
    struct wfl_node *node = open->node;
    switch (node->kind) {
    case WFL_DIRECTORY:
        return fail(EISDIR);
    case WFL_STDIN: {
        int64_t count = size > 0 ? wf__host_read(buffer, size) : 0;
        return count < 0 ? 0 : count;
    }
    case WFL_OUTPUT:
    case WFL_NULL:
        return 0;
    case WFL_ZERO:
        wf__memset(buffer, 0, size);
        return (int64_t)size;
    case WFL_REGULAR:
        break;
    }
    load(node);
    uint64_t *offset = wfl_file_position(open);
    if (*offset >= node->size)
        return 0;
    size_t left = node->size - *offset;
    if (size > left)
        size = left;
    wf__memcpy(buffer, node->data + *offset, size);
    *offset += size;
    return (int64_t)size;
}

int64_t wfl_file_waiting(struct wfl_open *open) {
    if (open->node->kind != WFL_REGULAR)
        return -1;
    load(open->node);
    return (int64_t)(open->node->size - *wfl_file_position(open));
}

/* Room for `size` bytes; the size itself stays. */
static int reserve(struct wfl_node *node, uint64_t size) {
    if (size > INT32_MAX)
        return fail(ENOSPC);
    if (size <= node->capacity)
        return 0;
    size_t capacity = node->capacity < 64 ? 64 : node->capacity;
    while (capacity < size)
        capacity *= 2;
    unsigned char *larger = wf__malloc(capacity);
    if (node->size > 0)
        wf__memcpy(larger, node->data, node->size);
    wf__free(node->data);
    node->data = larger;
    node->capacity = capacity;
    return 0;
}

int wfl_file_truncate(struct wfl_node *node, uint64_t size) {
    if (node->kind == WFL_DIRECTORY)
        return fail(EISDIR);
    if (node->kind != WFL_REGULAR)
        return fail(EINVAL);
    load(node);
    if (reserve(node, size) != 0)
        return -1;
    if (size > node->size)
        wf__memset(node->data + node->size, 0, size - node->size);
    node->size = size;
    node->changed = true;
    return 0;
}

int64_t wfl_file_write(int descriptor, const void *data, size_t size) {
    struct wfl_open *open = wfl_file_of(descriptor);
    if (!open)
        return -1;
    if ((open->flags & O_ACCMODE) == O_RDONLY)
        return fail(EBADF);
    struct wfl_node *node = open->node;
    if (size == 0)
        return 0;
    if (node->kind == WFL_OUTPUT)
        wf__output(node->number, data, size);
    if (node->kind != WFL_REGULAR)
        return (int64_t)size;
    load(node);
    if (open->flags & O_APPEND)
        open->offset = node->size;
    uint64_t end = open->offset + size;
    if (end < size)
        return fail(EFBIG);
    if (reserve(node, end) != 0)
        return -1;
    if (open->offset > node->size)
        wf__memset(node->data + node->size, 0, open->offset - node->size);
    wf__memcpy(node->data + open->offset, data, size);
    if (end > node->size)
        node->size = end;
    open->offset = end;
    node->changed = true;
    return (int64_t)size;
}

/* Standard input is not seekable, like a pipe. */
int64_t wfl_file_seek(int descriptor, int64_t offset, int origin) {
    struct wfl_open *open = wfl_file_of(descriptor);
    if (!open)
        return -1;
    struct wfl_node *node = open->node;
    if (node->pipe || node->kind == WFL_OUTPUT)
        return fail(ESPIPE);
    int64_t base;
    switch (origin) {
    case SEEK_SET:
        base = 0;
        break;
    case SEEK_CUR:
        base = (int64_t)open->offset;
        break;
    case SEEK_END:
        base = (int64_t)node->size;
        break;
    default:
        return fail(EINVAL);
    }
    int64_t to;
    if (__builtin_add_overflow(base, offset, &to))
        return fail(EOVERFLOW);
    if (to < 0)
        return fail(EINVAL);
    open->offset = (uint64_t)to;
    return to;
}

int wfl_file_duplicate(int descriptor, int lowest) {
    struct wfl_open *open = wfl_file_of(descriptor);
    if (!open)
        return -1;
    if (lowest < 0 || lowest >= DESCRIPTORS)
        return fail(EINVAL);
    int new = lowest_free(lowest);
    if (new >= 0) {
        descriptors[new] = open;
        closed_on_exec[new] = false;
        open->references++;
    }
    return new;
}

int wfl_file_duplicate_to(int descriptor, int to) {
    struct wfl_open *open = wfl_file_of(descriptor);
    if (!open)
        return -1;
    if (to < 0 || to >= DESCRIPTORS)
        return fail(EBADF);
    if (to == descriptor)
        return to;
    if (descriptors[to])
        wfl_file_close(to);
    descriptors[to] = open;
    closed_on_exec[to] = false;
    open->references++;
    return to;
}

static void warn_of_host(void) {
    if (in_run)
        wf__warning("names of files are not removed or changed on the real disk");
}

int wfl_file_unlink(const char *path, bool directory) {
    struct wfl_node *node = wfl_file_find(path);
    if (!node)
        return -1;
    if (!may_change_beside(node->name))
        return -1;
    if (directory != (node->kind == WFL_DIRECTORY))
        return fail(directory ? ENOTDIR : EISDIR);
    if (directory) {
        size_t length = wfl_length(node->name);
        for (struct wfl_node *other = nodes; other; other = other->next)
            if (other->linked && is_below(other->name, node->name, length))
                return fail(ENOTEMPTY);
    }
    warn_of_host();
    node->linked = false;
    drop_node(node);
    return 0;
}

/* Whether the directory of a path can be gone to. */
static bool reaches_directory(const char *path) {
    if (passes_through_file(path)) {
        errno = ENOTDIR;
        return false;
    }
    if (!in_run && !has_parent(path)) {
        errno = ENOENT;
        return false;
    }
    return true;
}

/* As rename(), of paths without what says nothing; what ends as names of directories do names those only. */
static int rename_plain(const char *from, const char *to, bool directory) {
    if (!reaches_directory(from) || !reaches_directory(to))
        return -1;
    struct wfl_node *node = wfl_file_find(from);
    if (!node)
        return -1;
    if (node->kind == WFL_DIRECTORY)
        wf__unsupported("rename of a directory");
    if (directory)
        return fail(ENOTDIR);
    int before = errno;
    struct wfl_node *old = wfl_file_find(to);
    errno = before;
    if (old == node)
        return 0;
    if (!may_change_beside(node->name) || !may_pass(to) || !may_change_beside(to))
        return fail(EACCES);
    if (old && old->kind == WFL_DIRECTORY)
        return fail(EISDIR);
    if (old) {
        old->linked = false;
        drop_node(old);
    }
    warn_of_host();
    size_t length = wfl_length(to);
    char *name = wf__malloc(length + 1);
    wf__memcpy(name, to, length + 1);
    wf__free(node->name);
    node->name = name;
    return 0;
}

int wfl_file_rename(const char *from, const char *to) {
    start();
    if (!*from || !*to)
        return fail(ENOENT);
    bool from_directory, to_directory;
    char *from_name = plain(from, &from_directory), *to_name = plain(to, &to_directory);
    int result = rename_plain(from_name, to_name, from_directory || to_directory);
    wf__free(from_name);
    wf__free(to_name);
    return result;
}

static int make_directory(const char *name, unsigned mode) {
    if (wfl_file_find(name))
        return fail(EEXIST);
    if (passes_through_file(name))
        return fail(ENOTDIR);
    if (!has_parent(name))
        return fail(ENOENT);
    if (!may_pass(name) || !may_change_beside(name))
        return fail(EACCES);
    new_node(name, WFL_DIRECTORY)->mode = mode & 01777 & ~wfl_file_mask;
    return 0;
}

int wfl_file_make_directory(const char *path, unsigned mode) {
    if (!*path)
        return fail(ENOENT);
    int before = errno;
    bool directory;
    char *name = plain(path, &directory);
    size_t end = wfl_length(path);
    struct wfl_node *node = end > 1 && path[end - 1] == '.' && path[end - 2] == '/' ? named(name) : NULL;
    int result = node && node->kind != WFL_DIRECTORY ? fail(ENOTDIR) : make_directory(name, mode);
    wf__free(name);
    if (result == 0)
        errno = before;
    return result;
}
