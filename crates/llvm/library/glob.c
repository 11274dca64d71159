/* glob.h: names that match a pattern, in the in-memory file system. */
#include "library.h"

#include "files.h"
#include <dirent.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <glob.h>

/* The paths found by one call. */
struct search {
    char **paths;
    size_t count, capacity;
    int flags;
    int error; /* what glob() returns for it */
    int (*on_error)(const char *path, int number);
};

static void add(struct search *search, char *path) {
    if (search->count == search->capacity) {
        size_t capacity = search->capacity ? 2 * search->capacity : 16;
        char **larger = wf__malloc(capacity * sizeof *larger);
        if (search->count)
            wf__memcpy(larger, search->paths, search->count * sizeof *larger);
        wf__free(search->paths);
        search->paths = larger;
        search->capacity = capacity;
    }
    search->paths[search->count++] = path;
}

/* A path with more behind it, to be freed. */
static char *joined(const char *path, const char *more, size_t length) {
    size_t before = wfl_length(path);
    char *result = wf__malloc(before + length + 1);
    wf__memcpy(result, path, before);
    wf__memcpy(result + before, more, length);
    result[before + length] = 0;
    return result;
}

static bool has_magic(const char *pattern, size_t length, int flags) {
    for (size_t i = 0; i < length; i++) {
        if (pattern[i] == '*' || pattern[i] == '?')
            return true;
        if (pattern[i] == '\\' && !(flags & GLOB_NOESCAPE) && i + 1 < length) {
            i++;
            continue;
        }
        if (pattern[i] == '[')
            for (size_t end = i + 1; end < length; end++)
                if (pattern[end] == ']')
                    return true;
    }
    return false;
}

/* Text without the backslashes that escape, to be freed. */
static char *unescaped(const char *text, size_t length, int flags) {
    char *result = wf__malloc(length + 1);
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\\' && !(flags & GLOB_NOESCAPE) && i + 1 < length)
            i++;
        result[count++] = text[i];
    }
    result[count] = 0;
    return result;
}

static struct wfl_node *node_at(const char *path, bool follow) {
    int before = errno;
    struct wfl_node *node = wfl_path_find(wfl_place, *path ? path : ".", follow);
    errno = before;
    return node;
}

static void found(struct search *search, char *path) {
    struct wfl_node *node = node_at(path, true);
    bool directory = node && node->kind == WFL_DIRECTORY;
    if ((search->flags & GLOB_MARK) && directory) {
        char *marked = joined(path, "/", 1);
        wf__free(path);
        path = marked;
    }
    add(search, path);
}

static void expand(struct search *search, const char *path, const char *pattern);

/* A name that is there, or to which the rest of the pattern is added. */
static void go_on(struct search *search, const char *path, const char *name, size_t length, const char *rest) {
    char *longer = joined(path, name, length);
    if (*rest)
        expand(search, longer, rest);
    else if (node_at(longer, false)) {
        found(search, longer);
        return;
    }
    wf__free(longer);
}

/* GLOB_PERIOD is for the last name. */
static bool matches(struct search *search, const char *pattern, const char *name, bool last) {
    int flags = (last && (search->flags & GLOB_PERIOD) ? 0 : FNM_PERIOD) | (search->flags & GLOB_NOESCAPE ? FNM_NOESCAPE : 0);
    return wfl_fnmatch(pattern, name, flags) == 0;
}

static bool is_directory(const char *path, const char *name) {
    char *longer = joined(path, name, wfl_length(name));
    struct wfl_node *node = node_at(longer, true);
    wf__free(longer);
    return node && node->kind == WFL_DIRECTORY;
}

static void try_name(struct search *search, const char *path, const char *name, const char *component, const char *rest) {
    if (!matches(search, component, name, !*rest))
        return;
    if ((*rest || (search->flags & GLOB_ONLYDIR)) && !is_directory(path, name))
        return;
    go_on(search, path, name, wfl_length(name), rest);
}

static void expand_in(struct search *search, const char *path, const char *component, const char *rest) {
    int before = errno;
    struct wfl_node *directory = wfl_path_find(wfl_place, *path ? path : ".", true);
    int number = errno;
    errno = before;
    if (directory && directory->kind == WFL_DIRECTORY && !wfl_file_allows(directory, 4)) {
        directory = NULL;
        number = EACCES;
    }
    if (!directory) {
        bool stops = search->on_error && search->on_error(*path ? path : ".", number) != 0;
        if ((stops || (search->flags & GLOB_ERR)) && number != ENOTDIR)
            search->error = GLOB_ABORTED;
        return;
    }
    if (directory->kind != WFL_DIRECTORY)
        return;
    if (wfl_is_outside(directory))
        wf__approximation("files");
    wfl_host_list(directory);
    try_name(search, path, ".", component, rest);
    try_name(search, path, "..", component, rest);
    for (struct wfl_entry *entry = directory->entries; entry && !search->error; entry = entry->next)
        try_name(search, path, entry->name, component, rest);
}

/* Finds what the pattern leads to from a path, which is empty or ends in a slash. */
static void expand(struct search *search, const char *path, const char *pattern) {
    size_t length = 0;
    while (pattern[length] && pattern[length] != '/')
        length++;
    size_t slashes = length;
    while (pattern[slashes] == '/')
        slashes++;
    if (!has_magic(pattern, length, search->flags)) {
        char *literal = unescaped(pattern, slashes, search->flags);
        size_t count = wfl_length(literal);
        /* Names without escapes are not looked for in their directory: whatever has one is found. */
        bool any = pattern[slashes] || count == slashes || !(search->flags & GLOB_ONLYDIR);
        if (any || is_directory(path, literal))
            go_on(search, path, literal, count, pattern + slashes);
        wf__free(literal);
        return;
    }
    char *component = joined("", pattern, length);
    if (slashes == length)
        expand_in(search, path, component, "");
    else
        expand_in(search, path, component, pattern + length);
    wf__free(component);
}

static int by_name(const void *a, const void *b) {
    return wfl_compare(*(char *const *)a, *(char *const *)b);
}

/* Puts the new paths behind those of earlier calls. */
static int give(struct search *search, glob_t *to, int flags) {
    size_t offset = flags & GLOB_DOOFFS ? to->gl_offs : 0, before = flags & GLOB_APPEND ? to->gl_pathc : 0;
    size_t size = offset + before + search->count + 1;
    char **paths = wfl_allocate(size * sizeof *paths);
    if (!paths)
        return GLOB_NOSPACE;
    for (size_t i = 0; i < offset; i++)
        paths[i] = NULL;
    for (size_t i = 0; i < before; i++)
        paths[offset + i] = to->gl_pathv[offset + i];
    for (size_t i = 0; i < search->count; i++) {
        paths[offset + before + i] = wfl_duplicate(search->paths[i], wfl_length(search->paths[i]));
        if (!paths[offset + before + i])
            return GLOB_NOSPACE;
    }
    paths[size - 1] = NULL;
    if (flags & GLOB_APPEND)
        wf__free(to->gl_pathv);
    to->gl_pathv = paths;
    to->gl_pathc = before + search->count;
    return 0;
}

static int find(const char *pattern, int flags, int (*on_error)(const char *, int), glob_t *to) {
    enum { KNOWN = GLOB_ERR | GLOB_MARK | GLOB_NOSORT | GLOB_DOOFFS | GLOB_NOCHECK | GLOB_APPEND | GLOB_NOESCAPE |
                   GLOB_PERIOD | GLOB_ONLYDIR | GLOB_TILDE };
    if (flags & ~KNOWN || ((flags & GLOB_TILDE) && *pattern == '~'))
        wf__unsupported("glob with GLOB_NOMAGIC, braces, tildes or functions of the program");
    if (!(flags & GLOB_APPEND))
        to->gl_pathc = 0, to->gl_pathv = NULL;
    if (!(flags & GLOB_DOOFFS))
        to->gl_offs = 0;
    size_t length = wfl_length(pattern), last = length;
    while (last > 0 && pattern[last - 1] != '/')
        last--;
    bool magic_at_end = has_magic(pattern + last, length - last, flags);
    bool magic_before = has_magic(pattern, last, flags);
    struct search search = {.flags = flags, .on_error = on_error};
    wfl_files_start();
    if (*pattern)
        expand(&search, "", pattern);
    to->gl_flags = flags | (magic_at_end || (magic_before && search.count > 0) ? GLOB_MAGCHAR : 0);
    int result = search.error;
    if (result == 0 && search.count == 0) {
        if (flags & GLOB_NOCHECK)
            add(&search, joined("", pattern, wfl_length(pattern)));
        else
            result = GLOB_NOMATCH;
    }
    if (!(flags & GLOB_NOSORT))
        wfl_sort(search.paths, search.count, sizeof *search.paths, by_name);
    if (result != GLOB_NOMATCH) {
        int given = give(&search, to, flags);
        result = result ? result : given;
    }
    for (size_t i = 0; i < search.count; i++)
        wf__free(search.paths[i]);
    wf__free(search.paths);
    return result;
}

/* A pattern that ends in a slash is that of the directories before it, which get one. */
static int find_all(const char *pattern, int flags, int (*on_error)(const char *, int), glob_t *to) {
    size_t length = wfl_length(pattern);
    if (length < 3 || pattern[length - 1] != '/')
        return find(pattern, flags, on_error, to);
    char *shorter = joined("", pattern, length - 1);
    int result = find_all(shorter, flags | GLOB_MARK | GLOB_ONLYDIR, on_error, to);
    if (result == 0)
        to->gl_flags = (to->gl_flags & ~GLOB_MARK) | (flags & GLOB_MARK);
    wf__free(shorter);
    return result;
}

int glob(const char *restrict pattern, int flags, int (*on_error)(const char *, int), glob_t *restrict to) {
    return find_all(pattern, flags, on_error, to);
}
#ifdef __LP64__ /* elsewhere their structures are others */
int glob64(const char *restrict pattern, int flags, int (*on_error)(const char *, int), glob64_t *restrict to) {
    return find_all(pattern, flags, on_error, (glob_t *)to);
}
#endif

static void free_all(glob_t *it) {
    size_t offset = it->gl_flags & GLOB_DOOFFS ? it->gl_offs : 0;
    for (size_t i = 0; it->gl_pathv && i < it->gl_pathc; i++)
        wf__free(it->gl_pathv[offset + i]);
    wf__free(it->gl_pathv);
    it->gl_pathv = NULL;
}

void globfree(glob_t *it) { free_all(it); }
#ifdef __LP64__ /* elsewhere their structures are others */
void globfree64(glob64_t *it) { free_all((glob_t *)it); }
#endif
