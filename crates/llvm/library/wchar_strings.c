/* wchar.h: spans, tokens and comparisons of wide strings. */
#include "characters.h"

static size_t length(const wchar_t *string) {
    size_t count = 0;
    while (string[count])
        count++;
    return count;
}

static bool is_among(wchar_t c, const wchar_t *set) {
    for (; *set; set++)
        if (*set == c)
            return true;
    return false;
}

/* How many characters from the first are (or are not) in the set. */
static size_t span(const wchar_t *string, const wchar_t *set, bool among) {
    size_t count = 0;
    while (string[count] && is_among(string[count], set) == among)
        count++;
    return count;
}

size_t wcsspn(const wchar_t *string, const wchar_t *set) { return span(string, set, true); }
size_t wcscspn(const wchar_t *string, const wchar_t *set) { return span(string, set, false); }

wchar_t *wcspbrk(const wchar_t *string, const wchar_t *set) {
    const wchar_t *found = string + span(string, set, false);
    return *found ? (wchar_t *)found : NULL;
}

wchar_t *wcstok(wchar_t *restrict string, const wchar_t *restrict set, wchar_t **restrict rest) {
    if (!string)
        string = *rest;
    if (!string) {
        errno = EINVAL;
        return NULL;
    }
    string += span(string, set, true);
    if (!*string) {
        *rest = NULL;
        return NULL;
    }
    wchar_t *end = string + span(string, set, false);
    *rest = *end ? end + 1 : NULL;
    if (*end)
        *end = 0;
    return string;
}

wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t size) {
    wchar_t *at = to + length(to);
    for (; size > 0 && *from; size--)
        *at++ = *from++;
    *at = 0;
    return to;
}

wchar_t *wcpcpy(wchar_t *restrict to, const wchar_t *restrict from) {
    while ((*to = *from++))
        to++;
    return to;
}

wchar_t *wcpncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t size) {
    size_t i = 0;
    for (; i < size && from[i]; i++)
        to[i] = from[i];
    wchar_t *end = to + i;
    for (; i < size; i++)
        to[i] = 0;
    return end;
}

wchar_t *wmempcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count) {
    wf__memcpy(to, from, count * sizeof *to);
    return to + count;
}

wchar_t *wcschrnul(const wchar_t *string, wchar_t c) {
    while (*string && *string != c)
        string++;
    return (wchar_t *)string;
}

static wint_t folded(wchar_t c, bool utf8) {
    if (utf8 && (uint32_t)c > 127)
        return wfl_wide_to_lower((uint32_t)c);
    return (wint_t)((uint32_t)c - 'A' < 26 ? c + 32 : c);
}

static int compare_folded(const wchar_t *a, const wchar_t *b, size_t size, bool utf8) {
    for (size_t i = 0; i < size; i++) {
        wint_t left = folded(a[i], utf8), right = folded(b[i], utf8);
        if (left != right)
            return (int)left - (int)right;
        if (!left)
            return 0;
    }
    return 0;
}

int wcscasecmp(const wchar_t *a, const wchar_t *b) { return compare_folded(a, b, SIZE_MAX, wfl_utf8); }
int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t size) { return compare_folded(a, b, size, wfl_utf8); }
int wcscasecmp_l(const wchar_t *a, const wchar_t *b, locale_t locale) {
    return compare_folded(a, b, SIZE_MAX, wfl_is_utf8(locale));
}
int wcsncasecmp_l(const wchar_t *a, const wchar_t *b, size_t size, locale_t locale) {
    return compare_folded(a, b, size, wfl_is_utf8(locale));
}

static int collate(const wchar_t *a, const wchar_t *b) {
    size_t i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    return a[i] < b[i] ? -1 : a[i] > b[i];
}

int wcscoll(const wchar_t *a, const wchar_t *b) { return collate(a, b); }
int wcscoll_l(const wchar_t *a, const wchar_t *b, locale_t locale) {
    (void)locale;
    return collate(a, b);
}

static size_t transform(wchar_t *to, const wchar_t *from, size_t size) {
    size_t needed = length(from);
    for (size_t i = 0; i < size && i <= needed; i++)
        to[i] = from[i];
    return needed;
}

size_t wcsxfrm(wchar_t *restrict to, const wchar_t *restrict from, size_t size) {
    return transform(to, from, size);
}
size_t wcsxfrm_l(wchar_t *restrict to, const wchar_t *restrict from, size_t size, locale_t locale) {
    (void)locale;
    return transform(to, from, size);
}

/* Columns; -1 if a character has none. */
