/* wchar.h: wcsftime, which is strftime of the same bytes. */
#include "characters.h"

#include <time.h>

size_t wfl_format_time(char *buffer, size_t size, const char *format, const struct tm *fields);

static size_t format_wide(wchar_t *to, size_t size, const wchar_t *format, const struct tm *fields) {
    size_t length = 0, bytes = 0, count = 0;
    while (format[length])
        length++;
    char *narrow = wf__malloc(6 * length + 1), *text = wf__malloc(6 * size + 1);
    for (size_t i = 0; i < length; i++) {
        size_t used = wfl_encode(narrow + bytes, format[i]);
        if (used > 6)
            wf__unsupported("wcsftime with characters that the locale has no bytes for");
        bytes += used;
    }
    narrow[bytes] = 0;
    size_t done = wfl_format_time(text, 6 * size + 1, narrow, fields);
    mbstate_t state = {0};
    for (size_t at = 0; at < done && count < size; count++)
        at += wfl_decode(&to[count], text + at, done - at, &state);
    bool fits = count < size;
    if (fits)
        to[count] = 0;
    wf__free(narrow);
    wf__free(text);
    return fits ? count : 0;
}

size_t wcsftime(wchar_t *restrict to, size_t size, const wchar_t *restrict format, const struct tm *restrict fields) {
    return format_wide(to, size, format, fields);
}

size_t wcsftime_l(wchar_t *restrict to, size_t size, const wchar_t *restrict format, const struct tm *restrict fields,
                  locale_t locale) {
    (void)locale;
    return format_wide(to, size, format, fields);
}
