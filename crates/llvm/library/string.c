/*
 * string.h: copying, comparing and measuring strings.
 *
 * Concrete strings go through the machine's block operations; a string with a symbolic byte is
 * walked, one branch a byte.
 */
#include "library.h"

#include <string.h>
#include <strings.h>

size_t strlen(const char *string) { return wfl_length(string); }
size_t strnlen(const char *string, size_t limit) { return wfl_length_within(string, limit); }

/* A string of a length, at most `limit` bytes of it with the final zero, is copied behind `before` bytes: what comes of
   that is no part of it. */
static void apart(const char *to, size_t before, const char *from, size_t length, size_t limit) {
    size_t size = length < limit ? length + 1 : length;
    if (to < from ? to + before + size > from : from + size > to)
        MISUSE("a string is copied to where it is itself");
}

/* Copies with the final zero; returns where that zero went. */
static char *move(char *to, const char *from) {
    int64_t known = wf__string_length(from);
    if (known >= 0) {
        wf__memcpy(to, from, (uint64_t)known + 1);
        return to + known;
    }
    while ((*to = *from)) {
        to++;
        from++;
    }
    return to;
}

/* The same, to another place than the string's own. */
static char *copy(char *to, const char *from) {
    if (wf__one_object(to, from))
        apart(to, 0, from, wfl_length(from), SIZE_MAX);
    return move(to, from);
}

char *strcpy(char *restrict to, const char *restrict from) {
    copy(to, from);
    return to;
}

char *stpcpy(char *restrict to, const char *restrict from) { return copy(to, from); }
char *__stpcpy(char *restrict to, const char *restrict from) { return copy(to, from); }

/* Nothing is copied of an empty string, wherever it is. */
static void join_apart(const char *to, const char *end, const char *from, size_t limit) {
    size_t length = limit && wf__one_object(to, from) ? wfl_length_within(from, limit) : 0;
    if (length)
        apart(to, end - to, from, length, limit);
}

/* Copies behind a string of that length. */
static char *join(char *to, size_t length, const char *from) {
    join_apart(to, to + length, from, SIZE_MAX);
    move(to + length, from);
    return to;
}

char *strcat(char *restrict to, const char *restrict from) { return join(to, wfl_length(to), from); }

/* As strncpy; returns the first byte of the padding, or the end. */
static char *copy_padded(char *to, const char *from, size_t size) {
    size_t i = 0;
    if (size && wf__one_object(to, from))
        apart(to, 0, from, wfl_length_within(from, size), size);
    while (i < size && from[i]) {
        to[i] = from[i];
        i++;
    }
    if (i < size)
        wf__memset(to + i, 0, size - i);
    return to + i;
}

char *strncpy(char *restrict to, const char *restrict from, size_t size) {
    copy_padded(to, from, size);
    return to;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t size) {
    return copy_padded(to, from, size);
}

char *__stpncpy(char *restrict to, const char *restrict from, size_t size) {
    return copy_padded(to, from, size);
}

char *strncat(char *restrict to, const char *restrict from, size_t size) {
    char *end = to + wfl_length(to);
    size_t i = 0;
    join_apart(to, end, from, size);
    while (i < size && from[i]) {
        end[i] = from[i];
        i++;
    }
    end[i] = 0;
    return to;
}

static void overflow(void) {
    wf__error("out-of-bounds", "a checked string copy is larger than its destination");
}

char *__strcpy_chk(char *restrict to, const char *restrict from, size_t capacity) {
    if (wfl_length(from) >= capacity)
        overflow();
    copy(to, from);
    return to;
}

char *__stpcpy_chk(char *restrict to, const char *restrict from, size_t capacity) {
    if (wfl_length(from) >= capacity)
        overflow();
    return copy(to, from);
}

char *__strcat_chk(char *restrict to, const char *restrict from, size_t capacity) {
    size_t length = wfl_length(to);
    if (length + wfl_length(from) >= capacity)
        overflow();
    return join(to, length, from);
}

char *__strncpy_chk(char *restrict to, const char *restrict from, size_t size, size_t capacity) {
    if (size > capacity)
        overflow();
    copy_padded(to, from, size);
    return to;
}

char *__stpncpy_chk(char *restrict to, const char *restrict from, size_t size, size_t capacity) {
    if (size > capacity)
        overflow();
    return copy_padded(to, from, size);
}

char *__strncat_chk(char *restrict to, const char *restrict from, size_t size, size_t capacity) {
    size_t length = wfl_length(to), added = wfl_length_within(from, size);
    if (length + added >= capacity)
        overflow();
    wf__memcpy(to + length, from, added);
    to[length + added] = 0;
    return to;
}

static int compare(const char *a, const char *b) {
    if (*a != *b)
        return wfl_order((unsigned char)*a - (unsigned char)*b);
    if (!*b)
        return 0;
    int64_t left = wf__string_length(a), right = left < 0 ? -1 : wf__string_length(b);
    if (right >= 0) {
        uint64_t common = (uint64_t)(left < right ? left : right) + 1;
        if (wf__memcmp(a, b, common) == 0)
            return 0;
    }
    return wfl_order(wfl_compare(a, b));
}

int strcmp(const char *a, const char *b) { return compare(a, b); }
int strcoll(const char *a, const char *b) { return compare(a, b); }

int strncmp(const char *a, const char *b, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (a[i] != b[i])
            return wfl_order((unsigned char)a[i] - (unsigned char)b[i]);
        if (!b[i])
            return 0;
    }
    return 0;
}

static int compare_folded(const char *a, const char *b, size_t size) {
    for (size_t i = 0; i < size; i++) {
        int left = wfl_to_lower((unsigned char)a[i]), right = wfl_to_lower((unsigned char)b[i]);
        if (left != right)
            return wfl_order(left - right);
        if (!right)
            return 0;
    }
    return 0;
}

int strcasecmp(const char *a, const char *b) { return compare_folded(a, b, SIZE_MAX); }

int strncasecmp(const char *a, const char *b, size_t size) { return compare_folded(a, b, size); }

static size_t transform(char *restrict to, const char *restrict from, size_t size) {
    size_t length = wfl_length(from);
    if (size > 0) {
        size_t copied = length < size ? length + 1 : size;
        wf__memcpy(to, from, copied);
    }
    return length;
}

size_t strxfrm(char *restrict to, const char *restrict from, size_t size) { return transform(to, from, size); }

/* Locales make no difference here. */
size_t strxfrm_l(char *restrict to, const char *restrict from, size_t size, locale_t locale) {
    (void)locale;
    return transform(to, from, size);
}

int strcoll_l(const char *a, const char *b, locale_t locale) {
    (void)locale;
    return compare(a, b);
}

int strcasecmp_l(const char *a, const char *b, locale_t locale) {
    (void)locale;
    return compare_folded(a, b, SIZE_MAX);
}

int strncasecmp_l(const char *a, const char *b, size_t size, locale_t locale) {
    (void)locale;
    return compare_folded(a, b, size);
}

char *strdup(const char *string) { return wfl_duplicate(string, wfl_length(string)); }
char *__strdup(const char *string) { return wfl_duplicate(string, wfl_length(string)); }

char *strndup(const char *string, size_t limit) {
    return wfl_duplicate(string, wfl_length_within(string, limit));
}

char *__strndup(const char *string, size_t limit) {
    return wfl_duplicate(string, wfl_length_within(string, limit));
}

/* Orders digit strings by value and others by character, as glibc documents. */
int strverscmp(const char *a, const char *b) {
    size_t i = 0, start = 0;
    while (a[i] && a[i] == b[i]) {
        i++;
        if (!wfl_is_digit((unsigned char)a[i - 1]))
            start = i;
    }
    int difference = (unsigned char)a[i] - (unsigned char)b[i];
    if (difference == 0)
        return 0;
    int in_number = start < i;
    if (!wfl_is_digit((unsigned char)a[i]) && !wfl_is_digit((unsigned char)b[i]))
        return difference;
    if (!in_number &&
        (!wfl_is_digit((unsigned char)a[i]) || !wfl_is_digit((unsigned char)b[i])))
        return difference;
    size_t zero = start;
    while (zero < i && a[zero] == '0')
        zero++;
    int fraction = in_number ? a[start] == '0' : (a[i] == '0' || b[i] == '0');
    if (fraction) {
        if (in_number && zero == i) {
            /* Only zeros so far: a number that goes on is the smaller fraction. */
            int left = wfl_is_digit((unsigned char)a[i]), right = wfl_is_digit((unsigned char)b[i]);
            if (left != right)
                return left ? -1 : 1;
        }
        return difference;
    }
    size_t left = i, right = i;
    while (wfl_is_digit((unsigned char)a[left]))
        left++;
    while (wfl_is_digit((unsigned char)b[right]))
        right++;
    if (left != right)
        return left > right ? 1 : -1;
    return difference;
}
