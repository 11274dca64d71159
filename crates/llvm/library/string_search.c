/* string.h: looking for things in strings and cutting them up. */
#include "library.h"

#include <string.h>
#include <strings.h>

char *strchr(const char *string, int c) {
    for (;; string++) {
        if (*string == (char)c)
            return (char *)string;
        if (!*string)
            return NULL;
    }
}

char *index(const char *string, int c) {
    for (;; string++) {
        if (*string == (char)c)
            return (char *)string;
        if (!*string)
            return NULL;
    }
}

static char *find_last(const char *string, int c) {
    const char *found = NULL;
    for (;; string++) {
        if (*string == (char)c)
            found = string;
        if (!*string)
            return (char *)found;
    }
}

char *strrchr(const char *string, int c) { return find_last(string, c); }
char *rindex(const char *string, int c) { return find_last(string, c); }

char *strchrnul(const char *string, int c) {
    while (*string && *string != (char)c)
        string++;
    return (char *)string;
}

static int contains(const char *set, char c) {
    for (; *set; set++)
        if (*set == c)
            return 1;
    return 0;
}

static size_t span(const char *string, const char *set) {
    size_t i = 0;
    while (string[i] && contains(set, string[i]))
        i++;
    return i;
}

static size_t span_without(const char *string, const char *set) {
    size_t i = 0;
    while (string[i] && !contains(set, string[i]))
        i++;
    return i;
}

size_t strspn(const char *string, const char *set) { return span(string, set); }
size_t strcspn(const char *string, const char *set) { return span_without(string, set); }

char *strpbrk(const char *string, const char *set) {
    string += span_without(string, set);
    return *string ? (char *)string : NULL;
}

static int starts_with(const char *string, const char *prefix) {
    for (; *prefix; prefix++, string++)
        if (*string != *prefix)
            return 0;
    return 1;
}

char *strstr(const char *string, const char *what) {
    if (!*what)
        return (char *)string;
    for (; *string; string++)
        if (starts_with(string, what))
            return (char *)string;
    return NULL;
}

static int starts_with_folded(const char *string, const char *prefix) {
    for (; *prefix; prefix++, string++)
        if (wfl_to_lower((unsigned char)*string) != wfl_to_lower((unsigned char)*prefix))
            return 0;
    return 1;
}

char *strcasestr(const char *string, const char *what) {
    if (!*what)
        return (char *)string;
    for (; *string; string++)
        if (starts_with_folded(string, what))
            return (char *)string;
    return NULL;
}

static char *next_token(char *string, const char *delimiters, char **saved) {
    if (!string)
        string = *saved;
    string += span(string, delimiters);
    if (!*string) {
        *saved = string;
        return NULL;
    }
    char *end = string + span_without(string, delimiters);
    if (*end)
        *end++ = 0;
    *saved = end;
    return string;
}

char *strtok_r(char *restrict string, const char *restrict delimiters, char **restrict saved) {
    return next_token(string, delimiters, saved);
}

char *__strtok_r(char *restrict string, const char *restrict delimiters, char **restrict saved) {
    return next_token(string, delimiters, saved);
}

char *strtok(char *restrict string, const char *restrict delimiters) {
    static char *saved;
    return next_token(string, delimiters, &saved);
}

char *strsep(char **restrict place, const char *restrict delimiters) {
    char *token = *place;
    if (!token)
        return NULL;
    char *end = token + span_without(token, delimiters);
    if (*end) {
        *end = 0;
        *place = end + 1;
    } else {
        *place = NULL;
    }
    return token;
}

#undef basename
char *basename(const char *path) {
    char *slash = find_last(path, '/');
    return slash ? slash + 1 : (char *)path;
}

char *__xpg_basename(char *path) {
    if (!path || !*path)
        return (char *)".";
    size_t end = wfl_length(path);
    while (end > 1 && path[end - 1] == '/')
        end--;
    if (end == 1 && path[0] == '/')
        return path + wfl_length(path) - 1;
    path[end] = 0;
    char *slash = find_last(path, '/');
    return slash ? slash + 1 : path;
}

char *dirname(char *path) {
    if (!path || !*path)
        return (char *)".";
    size_t end = wfl_length(path);
    while (end > 1 && path[end - 1] == '/')
        end--;
    while (end > 0 && path[end - 1] != '/')
        end--;
    if (end == 0)
        return (char *)".";
    while (end > 1 && path[end - 1] == '/')
        end--;
    /* Exactly two leading slashes may mean something else than one. */
    if (end == 1 && path[0] == '/' && path[1] == '/' && path[2] != '/')
        end = 2;
    path[end] = 0;
    return path;
}
