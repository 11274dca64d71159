/* Making, removing and changing names of files, with the answers of Linux. */
#include "library.h"

#include "files.h"
#include <fcntl.h>
#include <sys/stat.h>

unsigned wfl_file_mask = 022;

static int fail(int number) {
    errno = number;
    return -1;
}

/* In `run`, the same on the real disk: 0, or -1 with its errno. */
static int on_host(int operation, const char *path, const char *other, uint64_t number) {
    if (!wfl_in_run)
        return 0;
    int64_t result = wf__host_call(operation, path, other, number, NULL, 0);
    return result < 0 ? fail((int)-result) : 0;
}

static int on_host_name(int operation, const struct wfl_path *path, const char *other, uint64_t number) {
    if (!wfl_in_run)
        return 0;
    char *name = wfl_host_path(path->directory, path->name, path->length);
    int result = on_host(operation, name, other, number);
    wf__free(name);
    return result;
}

/* Whether names may be made and removed in a directory. A real disk says so itself. */
static bool may_change(struct wfl_node *directory) {
    if (wfl_in_run || wfl_file_allows(directory, 03))
        return true;
    fail(EACCES);
    return false;
}

/* Of a walked path, whether a new name may be made there; what is no directory has none that ends in a
   slash. */
static bool may_make(const struct wfl_path *path, bool directory) {
    int error = path->node || !path->name ? EEXIST : path->slash && !directory ? ENOENT : 0;
    /* A directory that was removed. */
    if (!error && path->directory != wfl_root && path->directory->links == 0)
        error = ENOENT;
    if (error) {
        fail(error);
        return false;
    }
    return may_change(path->directory);
}

struct wfl_node *wfl_file_create(struct wfl_path *path, enum wfl_kind kind, unsigned mode) {
    if (!may_make(path, kind == WFL_DIRECTORY))
        return NULL;
    mode &= kind == WFL_DIRECTORY ? 01777 : 07777;
    int operation = kind == WFL_DIRECTORY ? WF_HOST_MAKE_DIRECTORY
                    : kind == WFL_FIFO    ? WF_HOST_MAKE_FIFO
                                          : WF_HOST_CREATE;
    if (kind != WFL_LINK)
        mode &= ~wfl_file_mask;
    if (kind != WFL_LINK && on_host_name(operation, path, "", mode) != 0)
        return NULL;
    if (wfl_in_run && kind != WFL_LINK)
        return wfl_entry_of(path->directory, path->name, path->length)->node;
    struct wfl_node *node = wfl_node_new(kind, mode);
    wfl_entry_add(path->directory, path->name, path->length, node);
    return node;
}

int wfl_file_make_directory(struct wfl_node *from, const char *path, unsigned mode) {
    struct wfl_path at;
    if (!wfl_path_walk(from, path, WFL_TO_NAME, &at))
        return -1;
    int result = wfl_file_create(&at, WFL_DIRECTORY, mode) ? 0 : -1;
    wfl_path_end(&at);
    return result;
}

int wfl_file_make_fifo(struct wfl_node *from, const char *path, unsigned mode) {
    struct wfl_path at;
    if (!wfl_path_walk(from, path, WFL_TO_NAME, &at))
        return -1;
    int result = wfl_file_create(&at, WFL_FIFO, mode) ? 0 : -1;
    wfl_path_end(&at);
    return result;
}

int wfl_file_link_to(const char *target, struct wfl_node *from, const char *path) {
    struct wfl_path at;
    if (!*target)
        return fail(ENOENT);
    if (!wfl_path_walk(from, path, WFL_TO_NAME, &at))
        return -1;
    int result = may_make(&at, false) ? on_host_name(WF_HOST_SYMBOLIC_LINK, &at, target, 0) : -1;
    struct wfl_node *node = result == 0 ? wfl_file_create(&at, WFL_LINK, 0777) : NULL;
    if (node) {
        node->size = node->capacity = wfl_length(target);
        node->data = wf__malloc(node->size);
        wf__memcpy(node->data, target, node->size);
        if (wfl_in_run)
            node->host = wfl_host_path(at.directory, at.name, at.length);
    }
    wfl_path_end(&at);
    return node ? 0 : -1;
}

int wfl_file_link(struct wfl_node *from, const char *path, bool follow, struct wfl_node *to_from,
                  const char *to) {
    struct wfl_node *node = wfl_path_find(from, path, follow);
    struct wfl_path at;
    if (!node || !wfl_path_walk(to_from, to, WFL_TO_NAME, &at))
        return -1;
    int result = may_make(&at, false) ? 0 : -1;
    if (result == 0 && node->kind == WFL_DIRECTORY)
        result = fail(EPERM);
    if (result == 0 && node->host)
        wfl_node_write_back(node);
    if (result == 0)
        result = on_host_name(WF_HOST_LINK, &at, node->host ? node->host : "", 0);
    if (result == 0)
        wfl_entry_add(at.directory, at.name, at.length, node);
    wfl_path_end(&at);
    return result;
}

static bool is_empty(struct wfl_node *directory) {
    wfl_host_list(directory);
    return !directory->entries;
}

/* What Linux says of a name that is to be removed, as that of a directory or of another file; 0 if
   nothing. */
static int refusal(const struct wfl_path *at, bool directory) {
    if (!at->name && !directory)
        return EISDIR;
    if (!at->name)
        return at->node == wfl_root ? EBUSY : at->parent ? ENOTEMPTY : EINVAL;
    if (!at->node)
        return ENOENT;
    if (at->slash && !directory)
        return at->node->kind == WFL_DIRECTORY ? EISDIR : ENOTDIR;
    if (!may_change(at->directory))
        return EACCES;
    if (directory != (at->node->kind == WFL_DIRECTORY))
        return directory ? ENOTDIR : EISDIR;
    return directory && !is_empty(at->node) ? ENOTEMPTY : 0;
}

int wfl_file_unlink(struct wfl_node *from, const char *path, bool directory) {
    struct wfl_path at;
    if (!wfl_path_walk(from, path, WFL_TO_NAME, &at))
        return -1;
    int error = refusal(&at, directory);
    int operation = directory ? WF_HOST_REMOVE_DIRECTORY : WF_HOST_REMOVE;
    int result = error ? fail(error) : on_host_name(operation, &at, "", 0);
    if (result == 0) {
        if (directory)
            at.node->parent = NULL;
        wfl_entry_remove(at.directory, wfl_entry_of(at.directory, at.name, at.length));
    }
    wfl_path_end(&at);
    return result;
}

static bool is_below(struct wfl_node *directory, struct wfl_node *above) {
    while (directory != above && directory != wfl_root && directory->parent)
        directory = directory->parent;
    return directory == above;
}

/* What Linux says of a change of names; 0 if nothing. */
static int rename_refusal(const struct wfl_path *from, const struct wfl_path *to, bool replace) {
    if (!from->name || !to->name)
        return from->name && !replace ? EEXIST : EBUSY;
    if (!from->node)
        return ENOENT;
    if (to->node && !replace)
        return EEXIST;
    bool directory = from->node->kind == WFL_DIRECTORY;
    if (!directory && (from->slash || to->slash))
        return ENOTDIR;
    if (directory && is_below(to->directory, from->node))
        return EINVAL;
    if (to->node && to->node->kind == WFL_DIRECTORY && is_below(from->directory, to->node))
        return ENOTEMPTY;
    if (from->node == to->node)
        return 0;
    if (!may_change(from->directory) || !may_change(to->directory))
        return EACCES;
    if (!to->node)
        return to->directory != wfl_root && to->directory->links == 0 ? ENOENT : 0;
    if (directory != (to->node->kind == WFL_DIRECTORY))
        return directory ? ENOTDIR : EISDIR;
    return directory && !is_empty(to->node) ? ENOTEMPTY : 0;
}

static int rename_walked(const struct wfl_path *from, const struct wfl_path *to, bool replace) {
    int error = rename_refusal(from, to, replace);
    if (error)
        return fail(error);
    if (from->node == to->node)
        return 0;
    if (wfl_in_run) {
        char *name = wfl_host_path(to->directory, to->name, to->length);
        int result = on_host_name(WF_HOST_RENAME, from, name, 0);
        if (result != 0) {
            wf__free(name);
            return result;
        }
        /* What is below a directory has its names there, too, from now on. */
        if (from->node->kind == WFL_DIRECTORY && from->node->entries)
            wf__unsupported("rename of a directory that was looked into");
        wf__free(from->node->host);
        from->node->host = name;
    }
    if (to->node)
        wfl_entry_remove(to->directory, wfl_entry_of(to->directory, to->name, to->length));
    struct wfl_node *node = from->node;
    struct wfl_entry *old = from->directory->entries;
    while (old->length != from->length || !wfl_same_name(old->name, from->name, old->length))
        old = old->next;
    node->references++;
    wfl_entry_remove(from->directory, old);
    wfl_entry_add(to->directory, to->name, to->length, node);
    node->references--;
    return 0;
}

int wfl_file_rename(struct wfl_node *from, const char *path, struct wfl_node *to_from, const char *to,
                    bool replace) {
    struct wfl_path old, new;
    if (!wfl_path_walk(from, path, WFL_TO_NAME, &old))
        return -1;
    int result = -1;
    if (wfl_path_walk(to_from, to, WFL_TO_NAME, &new)) {
        result = rename_walked(&old, &new, replace);
        wfl_path_end(&new);
    }
    wfl_path_end(&old);
    return result;
}
