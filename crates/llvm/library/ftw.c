/* ftw.h: walks through directories, whose names come in the order of their bytes. */
#include "library.h"

#include "files.h"
#include <ftw.h>
#include <sys/stat.h>

/* What is called for each file: of nftw, or of ftw. */
struct walk {
    int (*visit)(const char *path, const struct stat *status, int type, struct FTW *place);
    int (*visit_plain)(const char *path, const struct stat *status, int type);
    int flags;
    /* Directories that were visited, where links are followed. */
    struct wfl_node **seen;
    size_t count, room;
};

static int tell(struct walk *walk, const char *path, const struct stat *status, int type, int level) {
    if (walk->visit_plain) {
        int plain = type == FTW_SL ? FTW_F : type == FTW_SLN ? FTW_NS : type == FTW_DP ? FTW_D : type;
        return walk->visit_plain(path, status, plain);
    }
    int base = 0;
    for (int i = 0; path[i]; i++)
        if (path[i] == '/' && path[i + 1])
            base = i + 1;
    struct FTW place = {base, level};
    return walk->visit(path, status, type, &place);
}

static bool was_seen(struct walk *walk, struct wfl_node *node) {
    for (size_t i = 0; i < walk->count; i++)
        if (walk->seen[i] == node)
            return true;
    if (walk->count == walk->room) {
        size_t room = walk->room * 2 + 8;
        struct wfl_node **larger = wf__malloc(room * sizeof *larger);
        wf__memcpy(larger, walk->seen, walk->count * sizeof *larger);
        wf__free(walk->seen);
        walk->seen = larger;
        walk->room = room;
    }
    walk->seen[walk->count++] = node;
    return false;
}

static int by_name(const void *a, const void *b) { return wfl_compare(*(char *const *)a, *(char *const *)b); }

/* Copies of the names in a directory, which the program may change while they are visited. */
static char **names_of(struct wfl_node *directory, size_t *count) {
    *count = 0;
    if (wfl_is_outside(directory))
        wf__approximation("files");
    wfl_host_list(directory);
    for (struct wfl_entry *entry = directory->entries; entry; entry = entry->next)
        ++*count;
    char **names = wf__malloc((*count + 1) * sizeof *names);
    size_t i = 0;
    for (struct wfl_entry *entry = directory->entries; entry; entry = entry->next) {
        names[i] = wf__malloc(entry->length + 1);
        wf__memcpy(names[i++], entry->name, entry->length + 1);
    }
    wfl_sort(names, *count, sizeof *names, by_name);
    return names;
}

static int visit(struct walk *walk, const char *path, int level);

static int visit_directory(struct walk *walk, const char *path, struct wfl_node *node, const struct stat *status,
                           int level) {
    if (!wfl_file_allows(node, 04))
        return tell(walk, path, status, FTW_DNR, level);
    size_t count;
    char **names = names_of(node, &count);
    int result = walk->flags & FTW_DEPTH ? 0 : tell(walk, path, status, FTW_D, level);
    for (size_t i = 0; i < count; i++) {
        if (result == 0) {
            char *below = wfl_path_joined(path, names[i], wfl_length(names[i]));
            result = visit(walk, below, level + 1);
            wf__free(below);
        }
        wf__free(names[i]);
    }
    wf__free(names);
    return result == 0 && (walk->flags & FTW_DEPTH) ? tell(walk, path, status, FTW_DP, level) : result;
}

static int visit(struct walk *walk, const char *path, int level) {
    struct stat status = {0};
    bool physical = walk->flags & FTW_PHYS;
    int type = FTW_F;
    struct wfl_node *node = wfl_path_find(wfl_place, path, !physical);
    if (!node) {
        bool may_be_link = !physical && errno == ENOENT;
        if (errno != ENOENT && (errno != EACCES || level == 0))
            return -1;
        node = may_be_link ? wfl_path_find(wfl_place, path, false) : NULL;
        if (!node && level == 0)
            return -1;
        type = node ? FTW_SLN : FTW_NS;
    }
    if (node && wfl_file_describe(node, &status) != 0)
        return -1;
    if (type == FTW_F && node->kind == WFL_DIRECTORY) {
        if (!physical && was_seen(walk, node))
            return 0;
        return visit_directory(walk, path, node, &status, level);
    }
    if (type == FTW_F && node->kind == WFL_LINK)
        type = FTW_SL;
    return tell(walk, path, &status, type, level);
}

static int start(struct walk walk, const char *path) {
    size_t length = wfl_length(path);
    if (walk.flags & ~(FTW_PHYS | FTW_MOUNT | FTW_DEPTH))
        wf__unsupported("nftw with FTW_CHDIR or FTW_ACTIONRETVAL");
    if (length == 0) {
        errno = ENOENT;
        return -1;
    }
    while (length > 1 && path[length - 1] == '/')
        length--;
    char *from = wf__malloc(length + 1);
    wf__memcpy(from, path, length);
    from[length] = 0;
    wfl_files_start();
    int result = visit(&walk, from, 0);
    wf__free(from);
    wf__free(walk.seen);
    return result;
}

int ftw(const char *path, int (*run)(const char *, const struct stat *, int), int descriptors) {
    (void)descriptors;
    return start((struct walk){.visit_plain = run}, path);
}

#ifdef __LP64__ /* elsewhere their structures are others */
int ftw64(const char *path, int (*run)(const char *, const struct stat64 *, int), int descriptors) {
    (void)descriptors;
    return start((struct walk){.visit_plain = (int (*)(const char *, const struct stat *, int))run}, path);
}
#endif

int nftw(const char *path, int (*run)(const char *, const struct stat *, int, struct FTW *), int descriptors,
         int flags) {
    (void)descriptors;
    return start((struct walk){.visit = run, .flags = flags}, path);
}

#ifdef __LP64__ /* elsewhere their structures are others */
int nftw64(const char *path, int (*run)(const char *, const struct stat64 *, int, struct FTW *), int descriptors,
           int flags) {
    (void)descriptors;
    return start((struct walk){.visit = (int (*)(const char *, const struct stat *, int, struct FTW *))run, .flags = flags},
                 path);
}
#endif
