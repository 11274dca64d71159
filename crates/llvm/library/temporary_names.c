/* stdio.h and stdlib.h: names for temporary files. The letters are always the first that give a new name. */
#include "library.h"

#include "files.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>

enum { LETTERS = 6, ATTEMPTS = 26 * 26 * 26 };

static void write_letters(char *to, int attempt) {
    for (int i = LETTERS - 1; i >= 0; i--, attempt /= 26)
        to[i] = (char)('a' + attempt % 26);
}

static bool is_there(const char *path) {
    struct wfl_path at;
    int before = errno;
    bool found = wfl_path_walk(wfl_path_from(AT_FDCWD, path), path, WFL_TO_NAME, &at);
    if (found) {
        found = at.node != NULL;
        wfl_path_end(&at);
    }
    errno = before;
    return found;
}

/* Finds letters for the end of a path that nothing has. */
static char *unused(char *path) {
    size_t length = wfl_length(path);
    wfl_files_start();
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        write_letters(path + length - LETTERS, attempt);
        if (!is_there(path))
            return path;
    }
    errno = EEXIST;
    return NULL;
}

static char *make_directory(char *name) {
    size_t length = wfl_length(name);
    bool valid = length >= LETTERS;
    for (int i = 0; valid && i < LETTERS; i++)
        valid = name[length - LETTERS + (size_t)i] == 'X';
    if (!valid) {
        errno = EINVAL;
        return NULL;
    }
    wfl_files_start();
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        write_letters(name + length - LETTERS, attempt);
        if (wfl_file_make_directory(wfl_path_from(AT_FDCWD, name), name, 0700) == 0)
            return name;
        if (errno != EEXIST)
            return NULL;
    }
    return NULL;
}

char *mkdtemp(char *name) { return make_directory(name); }

static char *name_into(char *to) {
    static const char start[] = P_tmpdir "/fileXXXXXX";
    wf__memcpy(to, start, sizeof start);
    return unused(to);
}

char *tmpnam(char *to) {
    static char own[L_tmpnam];
    return name_into(to ? to : own);
}

char *tmpnam_r(char *to) { return to ? name_into(to) : NULL; }

static bool is_directory(const char *path) {
    int before = errno;
    struct wfl_node *node = path ? wfl_file_find(path) : NULL;
    errno = before;
    return node && node->kind == WFL_DIRECTORY;
}

char *tempnam(const char *directory, const char *prefix) {
    const char *asked = wfl_environment_value("TMPDIR"), *in = P_tmpdir;
    if (is_directory(asked))
        in = asked;
    else if (is_directory(directory))
        in = directory;
    else if (!is_directory(P_tmpdir)) {
        errno = ENOENT;
        return NULL;
    }
    size_t length = wfl_length(in), letters = prefix ? wfl_length_within(prefix, 5) : 4;
    while (length > 1 && in[length - 1] == '/')
        length--;
    char *path = wfl_allocate(length + 1 + letters + LETTERS + 1);
    if (!path)
        return NULL;
    wf__memcpy(path, in, length);
    path[length] = '/';
    wf__memcpy(path + length + 1, prefix ? prefix : "file", letters);
    wf__memset(path + length + 1 + letters, 'X', LETTERS);
    path[length + 1 + letters + LETTERS] = 0;
    return unused(path);
}
