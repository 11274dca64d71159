/* wchar.h: strings of wide characters. */
#include "library.h"

#include <wchar.h>

size_t wcslen(const wchar_t *string) {
    size_t length = 0;
    while (string[length])
        length++;
    return length;
}

size_t wcsnlen(const wchar_t *string, size_t limit) {
    size_t length = 0;
    while (length < limit && string[length])
        length++;
    return length;
}

wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from) {
    size_t i = 0;
    while ((to[i] = from[i]))
        i++;
    return to;
}

wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t size) {
    size_t i = 0;
    for (; i < size && from[i]; i++)
        to[i] = from[i];
    for (; i < size; i++)
        to[i] = 0;
    return to;
}

wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from) {
    size_t end = 0, i = 0;
    while (to[end])
        end++;
    while ((to[end + i] = from[i]))
        i++;
    return to;
}

int wcscmp(const wchar_t *a, const wchar_t *b) {
    size_t i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    return a[i] < b[i] ? -1 : a[i] > b[i];
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
        if (!a[i])
            return 0;
    }
    return 0;
}

wchar_t *wcschr(const wchar_t *string, wchar_t c) {
    for (;; string++) {
        if (*string == c)
            return (wchar_t *)string;
        if (!*string)
            return NULL;
    }
}

wchar_t *wcsrchr(const wchar_t *string, wchar_t c) {
    const wchar_t *found = NULL;
    for (;; string++) {
        if (*string == c)
            found = string;
        if (!*string)
            return (wchar_t *)found;
    }
}

wchar_t *wcsstr(const wchar_t *string, const wchar_t *what) {
    for (;; string++) {
        size_t i = 0;
        while (what[i] && string[i] == what[i])
            i++;
        if (!what[i])
            return (wchar_t *)string;
        if (!*string)
            return NULL;
    }
}

wchar_t *wcsdup(const wchar_t *string) {
    size_t length = 0;
    while (string[length])
        length++;
    wchar_t *copy = wfl_allocate((length + 1) * sizeof *copy);
    if (copy)
        wf__memcpy(copy, string, (length + 1) * sizeof *copy);
    return copy;
}

wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count) {
    wf__memcpy(to, from, count * sizeof *to);
    return to;
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count) {
    wf__memmove(to, from, count * sizeof *to);
    return to;
}

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t count) {
    for (size_t i = 0; i < count; i++)
        to[i] = c;
    return to;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

wchar_t *wmemchr(const wchar_t *memory, wchar_t c, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (memory[i] == c)
            return (wchar_t *)(memory + i);
    return NULL;
}
