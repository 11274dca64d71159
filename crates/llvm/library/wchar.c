/* wchar.h, wctype.h and the multibyte functions of stdlib.h, in the C locale: a byte is a
   character, and only ASCII is one. */
#include "library.h"

#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

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

/* Bytes to wide characters. */

static size_t illegal(void) {
    errno = EILSEQ;
    return (size_t)-1;
}

static size_t decode(wchar_t *to, const char *from, size_t size) {
    if (!from)
        return 0;
    if (size == 0)
        return (size_t)-2;
    unsigned char byte = (unsigned char)*from;
    if (byte > 127)
        return illegal();
    if (to)
        *to = byte;
    return byte != 0;
}

static size_t encode(char *to, wchar_t c) {
    if ((uint32_t)c > 127)
        return illegal();
    *to = (char)c;
    return 1;
}

size_t mbrtowc(wchar_t *restrict to, const char *restrict from, size_t size,
               mbstate_t *restrict state) {
    (void)state;
    return decode(to, from, size);
}

size_t mbrlen(const char *restrict from, size_t size, mbstate_t *restrict state) {
    (void)state;
    return decode(NULL, from, size);
}

int mbtowc(wchar_t *restrict to, const char *restrict from, size_t size) {
    size_t result = decode(to, from, size);
    return result > 1 ? -1 : (int)result;
}

int mblen(const char *from, size_t size) {
    size_t result = decode(NULL, from, size);
    return result > 1 ? -1 : (int)result;
}

size_t wcrtomb(char *restrict to, wchar_t c, mbstate_t *restrict state) {
    (void)state;
    return to ? encode(to, c) : 1;
}

int wctomb(char *to, wchar_t c) { return to ? (int)encode(to, c) : 0; }

int mbsinit(const mbstate_t *state) {
    (void)state;
    return 1;
}

static size_t decode_string(wchar_t *to, const char *from, size_t count, const char **end) {
    for (size_t i = 0; !to || i < count; i++) {
        unsigned char byte = (unsigned char)from[i];
        if (byte > 127) {
            if (to && end)
                *end = from + i;
            return illegal();
        }
        if (to)
            to[i] = byte;
        if (!byte) {
            if (to && end)
                *end = NULL;
            return i;
        }
    }
    if (end)
        *end = from + count;
    return count;
}

size_t mbstowcs(wchar_t *restrict to, const char *restrict from, size_t count) {
    return decode_string(to, from, count, NULL);
}

size_t mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t count,
                 mbstate_t *restrict state) {
    (void)state;
    return decode_string(to, *from, count, from);
}

static size_t encode_string(char *to, const wchar_t *from, size_t count, const wchar_t **end) {
    for (size_t i = 0; !to || i < count; i++) {
        if ((uint32_t)from[i] > 127) {
            if (to && end)
                *end = from + i;
            return illegal();
        }
        if (to)
            to[i] = (char)from[i];
        if (!from[i]) {
            if (to && end)
                *end = NULL;
            return i;
        }
    }
    if (end)
        *end = from + count;
    return count;
}

size_t wcstombs(char *restrict to, const wchar_t *restrict from, size_t count) {
    return encode_string(to, from, count, NULL);
}

size_t wcsrtombs(char *restrict to, const wchar_t **restrict from, size_t count,
                 mbstate_t *restrict state) {
    (void)state;
    return encode_string(to, *from, count, from);
}

wint_t btowc(int c) { return (unsigned)c > 127 ? WEOF : (wint_t)c; }
int wctob(wint_t c) { return c > 127 ? EOF : (int)c; }

int wcwidth(wchar_t c) { return c == 0 ? 0 : c >= 32 && c < 127 ? 1 : -1; }

/* wctype.h */

static inline bool within(wint_t c, wint_t low, wint_t high) { return c - low <= high - low; }
static inline bool alpha(wint_t c) { return within(c | 32, 'a', 'z'); }
static inline bool digit(wint_t c) { return within(c, '0', '9'); }

int iswalpha(wint_t c) { return alpha(c); }
int iswdigit(wint_t c) { return digit(c); }
int iswalnum(wint_t c) { return alpha(c) || digit(c); }
int iswupper(wint_t c) { return within(c, 'A', 'Z'); }
int iswlower(wint_t c) { return within(c, 'a', 'z'); }
int iswspace(wint_t c) { return c == ' ' || within(c, '\t', '\r'); }
int iswblank(wint_t c) { return c == ' ' || c == '\t'; }
int iswcntrl(wint_t c) { return c < 32 || c == 127; }
int iswprint(wint_t c) { return within(c, ' ', '~'); }
int iswgraph(wint_t c) { return within(c, '!', '~'); }
int iswpunct(wint_t c) { return within(c, '!', '~') && !alpha(c) && !digit(c); }
int iswxdigit(wint_t c) { return digit(c) || within(c | 32, 'a', 'f'); }
wint_t towlower(wint_t c) { return within(c, 'A', 'Z') ? c + 32 : c; }
wint_t towupper(wint_t c) { return within(c, 'a', 'z') ? c - 32 : c; }
