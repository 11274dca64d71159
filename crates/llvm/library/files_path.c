/* Where paths lead in the in-memory file system, as path_resolution(7) says. */
#include "library.h"

#include "files.h"
#include <fcntl.h>
#include <limits.h>

enum { MOST_LINKS = 40 };

static bool fail(int number) {
    errno = number;
    return false;
}

/* How far a walk has come. */
struct walk {
    struct wfl_node *at;
    const char *rest; /* of the path */
    char *owned;      /* what `rest` is part of, where links were followed */
    int links;
    bool outside; /* was at what the directory of the test lies in */
};

static bool is_in(struct wfl_node *directory, const char *name, size_t length) {
    struct wfl_entry *top = wfl_entry_of(wfl_root, name, length);
    for (; directory != wfl_root; directory = directory->parent)
        if (top && directory == top->node)
            return true;
    return false;
}

/* Whether the directory where a walk ended may have something natively that the run is not given: that of a
   test holds nothing but its files, and /tmp nothing at all. */
static bool is_elsewhere(struct wfl_node *directory, struct wfl_node *node) {
    if (node == wfl_root || (node && (node->pipe || node->kind > WFL_LINK)))
        return false;
    return !directory->parent || !is_in(directory, "tmp", 3);
}

static void count_outside(const struct walk *walk, struct wfl_node *directory, struct wfl_node *node) {
    if (walk->outside && !wfl_in_run && is_elsewhere(directory, node))
        wf__approximation("files");
}

/* Goes on along a symbolic link, of which the rest of the path is behind. */
static bool follow_link(struct walk *walk, struct wfl_node *link, const char *behind) {
    if (++walk->links > MOST_LINKS)
        return fail(ELOOP);
    wfl_node_load(link);
    size_t rest = wfl_length(behind);
    char *path = wf__malloc(link->size + rest + 1);
    wf__memcpy(path, link->data, link->size);
    wf__memcpy(path + link->size, behind, rest + 1);
    wf__free(walk->owned);
    walk->owned = path;
    walk->rest = path;
    if (*path == '/') {
        walk->at = wfl_root;
        walk->outside = true;
    }
    return true;
}

/* Whether a directory is one of those above the one where the program was started. */
static bool is_above_home(struct wfl_node *directory) {
    for (struct wfl_node *at = wfl_home; at != wfl_root; at = at->parent)
        if (at->parent == directory)
            return true;
    return false;
}

bool wfl_is_outside(struct wfl_node *directory) {
    if (wfl_in_run || directory == wfl_home || !directory->parent)
        return false;
    return directory == wfl_root || is_above_home(directory) || is_in(directory, "dev", 3);
}

static void go_up(struct walk *walk) {
    walk->outside |= walk->at == wfl_home || is_above_home(walk->at);
    /* A directory that was removed has none above it. */
    if (walk->at->parent)
        walk->at = walk->at->parent;
}

/* Whether the next name may be looked for. */
static bool may_search(struct wfl_node *at) {
    if (at->kind != WFL_DIRECTORY)
        return fail(ENOTDIR);
    return wfl_file_allows(at, 01) || fail(EACCES);
}

/* Takes the next name of the path; false with errno, or with `*done` set at the end. */
static bool step(struct walk *walk, enum wfl_follow follow, struct wfl_path *to, bool *done) {
    while (*walk->rest == '/')
        walk->rest++;
    if (!*walk->rest) {
        *done = true;
        to->directory = walk->at;
        to->slash = true;
        to->node = walk->at;
        return true;
    }
    if (!may_search(walk->at))
        return false;
    size_t length = 0;
    while (walk->rest[length] && walk->rest[length] != '/')
        length++;
    const char *name = walk->rest, *behind = name + length;
    if (length > NAME_MAX)
        return fail(ENAMETOOLONG);
    const char *end = behind;
    while (*end == '/')
        end++;
    bool last = !*end;
    if (length == 1 && name[0] == '.') {
        walk->rest = behind;
        to->parent = false;
        return true;
    }
    if (length == 2 && name[0] == '.' && name[1] == '.') {
        go_up(walk);
        walk->rest = behind;
        to->parent = true;
        return true;
    }
    to->parent = false;
    struct wfl_entry *entry = wfl_entry_of(walk->at, name, length);
    struct wfl_node *node = entry ? entry->node : NULL;
    bool slash = end != behind;
    bool goes_through = !last || follow == WFL_TO_FILE || (follow == WFL_TO_LINK && slash) ||
                        (follow == WFL_TO_MAKE && !slash);
    if (node && node->kind == WFL_LINK && goes_through)
        return follow_link(walk, node, behind);
    if (last) {
        *done = true;
        to->directory = walk->at;
        to->slash = end != behind;
        to->name = wf__malloc(length + 1);
        wf__memcpy(to->name, name, length);
        to->name[length] = 0;
        to->length = length;
        to->node = node;
        return true;
    }
    if (!node) {
        count_outside(walk, walk->at, NULL);
        return fail(ENOENT);
    }
    walk->at = node;
    walk->rest = behind;
    return true;
}

bool wfl_path_walk(struct wfl_node *from, const char *path, enum wfl_follow follow, struct wfl_path *to) {
    wfl_files_start();
    *to = (struct wfl_path){0};
    if (!*path)
        return fail(ENOENT);
    if (wfl_length(path) >= PATH_MAX)
        return fail(ENAMETOOLONG);
    bool absolute = *path == '/', done = false;
    struct walk walk = {.at = absolute ? wfl_root : from, .rest = path, .outside = absolute};
    bool found = true;
    while (found && !done)
        found = step(&walk, follow, to, &done);
    wf__free(walk.owned);
    if (!found)
        return false;
    count_outside(&walk, to->directory, to->node);
    return true;
}

void wfl_path_end(struct wfl_path *path) { wf__free(path->name); }

struct wfl_node *wfl_path_find(struct wfl_node *from, const char *path, bool follow) {
    struct wfl_path at;
    if (!from || !wfl_path_walk(from, path, follow ? WFL_TO_FILE : WFL_TO_LINK, &at))
        return NULL;
    bool no_directory = at.node && at.slash && at.node->kind != WFL_DIRECTORY;
    if (!at.node || no_directory)
        fail(no_directory ? ENOTDIR : ENOENT);
    wfl_path_end(&at);
    return no_directory ? NULL : at.node;
}

struct wfl_node *wfl_path_from(int directory, const char *path) {
    wfl_files_start();
    if (*path == '/' || directory == AT_FDCWD)
        return wfl_place;
    struct wfl_open *open = wfl_file_of(directory);
    if (open && open->node->kind != WFL_DIRECTORY) {
        fail(ENOTDIR);
        return NULL;
    }
    return open ? open->node : NULL;
}
