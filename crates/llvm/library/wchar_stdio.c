/*
 * wchar.h: streams of wide characters, which are kept as bytes. Formats are those of bytes, as their letters mean
 * the same.
 */
#include "characters.h"

#include "streams.h"

/* Makes the stream one of wide characters for one operation on bytes; false if it is one of bytes. */
static bool begin(FILE *file) {
    if (file->_mode < 0)
        return false;
    file->_mode = 0;
    return true;
}

static void end(FILE *file) { file->_mode = 1; }

int fwide(FILE *file, int mode) {
    if (file->_mode == 0 && mode != 0)
        file->_mode = mode < 0 ? -1 : 1;
    return file->_mode;
}

/* A character whose first byte is not ASCII. */
static wint_t get_sequence(FILE *file, char first) {
    mbstate_t state = {0};
    wchar_t c;
    size_t result = wfl_decode(&c, &first, 1, &state);
    while (result == (size_t)-2) {
        begin(file);
        int next = wfl_stream_get(wfl_stream_of(file));
        end(file);
        if (next < 0)
            wf__unsupported("reading a wide character that a file ends in");
        char byte = (char)next;
        result = wfl_decode(&c, &byte, 1, &state);
        if (result == (size_t)-1)
            wf__unsupported("reading wide characters of bytes that are none");
    }
    if (result != (size_t)-1)
        return (wint_t)c;
    if (wfl_utf8)
        wf__unsupported("reading wide characters of bytes that are none");
    file->_flags |= WFL_ERROR_SEEN;
    errno = EILSEQ;
    return WEOF;
}

static wint_t get(FILE *file) {
    if (!begin(file))
        return WEOF;
    int byte = wfl_stream_get(wfl_stream_of(file));
    end(file);
    if (byte <= 127)
        return byte < 0 ? WEOF : (wint_t)byte;
    return get_sequence(file, (char)byte);
}

static wint_t put(wchar_t c, FILE *file) {
    if (!begin(file))
        return WEOF;
    char bytes[6];
    size_t size = wfl_encode(bytes, c);
    if (size > 6)
        wf__unsupported("writing a wide character that the locale has no bytes for");
    bool done = wfl_stream_write(wfl_stream_of(file), bytes, size) == size;
    end(file);
    return done ? (wint_t)c : WEOF;
}

wint_t fgetwc(FILE *file) { return get(file); }
wint_t getwc(FILE *file) { return get(file); }
wint_t getwchar(void) { return get(stdin); }
wint_t fgetwc_unlocked(FILE *file) { return get(file); }
wint_t getwc_unlocked(FILE *file) { return get(file); }
wint_t getwchar_unlocked(void) { return get(stdin); }
wint_t fputwc(wchar_t c, FILE *file) { return put(c, file); }
wint_t putwc(wchar_t c, FILE *file) { return put(c, file); }
wint_t putwchar(wchar_t c) { return put(c, stdout); }
wint_t fputwc_unlocked(wchar_t c, FILE *file) { return put(c, file); }
wint_t putwc_unlocked(wchar_t c, FILE *file) { return put(c, file); }
wint_t putwchar_unlocked(wchar_t c) { return put(c, stdout); }

wint_t ungetwc(wint_t c, FILE *file) {
    if (c == WEOF || !begin(file))
        return WEOF;
    if (c > 127)
        wf__unsupported("giving back a wide character other than ASCII");
    wfl_stream_unget(wfl_stream_of(file), (int)c);
    end(file);
    return c;
}

static wchar_t *get_line(wchar_t *to, int size, FILE *file) {
    int length = 0;
    if (size <= 0)
        return NULL;
    if (size == 1) {
        to[0] = 0;
        return to;
    }
    int before = file->_flags & WFL_ERROR_SEEN;
    file->_flags &= ~WFL_ERROR_SEEN;
    while (length < size - 1) {
        wint_t c = get(file);
        if (c == WEOF)
            break;
        to[length++] = (wchar_t)c;
        if (c == '\n')
            break;
    }
    bool bad = length == 0 || ((file->_flags & WFL_ERROR_SEEN) && errno != EAGAIN);
    file->_flags |= before;
    if (bad)
        return NULL;
    to[length] = 0;
    return to;
}

wchar_t *fgetws(wchar_t *restrict to, int size, FILE *restrict file) { return get_line(to, size, file); }
wchar_t *fgetws_unlocked(wchar_t *restrict to, int size, FILE *restrict file) {
    return get_line(to, size, file);
}

static int put_string(const wchar_t *string, FILE *file) {
    if (file->_mode < 0)
        return -1;
    file->_mode = 1;
    for (; *string; string++)
        if (put(*string, file) == WEOF)
            return -1;
    return 1;
}

int fputws(const wchar_t *restrict string, FILE *restrict file) { return put_string(string, file); }
int fputws_unlocked(const wchar_t *restrict string, FILE *restrict file) {
    return put_string(string, file);
}

/* As bytes, to be freed. */
static char *narrowed(const wchar_t *wide) {
    size_t length = 0, size = 0;
    while (wide[length])
        length++;
    char *bytes = wf__malloc((wfl_utf8 ? 6 * length : length) + 1);
    for (size_t i = 0; i < length; i++) {
        size_t count = wfl_encode(bytes + size, wide[i]);
        if (count > 6)
            wf__unsupported("a wide format or text with characters that the locale has no bytes for");
        size += count;
    }
    bytes[size] = 0;
    return bytes;
}

static int print(FILE *file, const wchar_t *format, va_list arguments) {
    if (!begin(file))
        return -1;
    char *bytes = narrowed(format);
    errno = 0;
    int result = wfl_print_wide(file, bytes, arguments);
    if (result < 0 && errno == EILSEQ)
        wf__unsupported("writing a wide character that the locale has no bytes for");
    wf__free(bytes);
    end(file);
    return result;
}

static int print_to_buffer(wchar_t *to, size_t size, const wchar_t *format, va_list arguments) {
    if (size == 0)
        return -1;
    int before = errno, result;
    char *bytes = narrowed(format);
    errno = 0;
    char *text = wfl_print_wide_text(bytes, arguments, &result);
    if (result < 0 && errno == EILSEQ)
        wf__unsupported("wide characters that the locale has no bytes for in what swprintf() writes");
    errno = before;
    size_t length = result < 0 ? 0 : (size_t)result < size ? (size_t)result : size - 1;
    mbstate_t state = {0};
    for (size_t i = 0, at = 0; i < length; i++) {
        size_t used = wfl_decode(&to[i], text + at, 6, &state);
        at += used ? used : 1;
    }
    /* Where the text does not fit, glibc leaves its end open. */
    bool fits = result >= 0 && (size_t)result < size;
    if (fits || length == 0)
        to[length] = 0;
    wf__free(bytes);
    wf__free(text);
    return fits ? result : -1;
}

/* Widths count characters, and classes of spaces are others. */
static void require_ascii(const char *bytes) {
    for (size_t i = 0; bytes[i]; i++)
        if (bytes[i] & 0x80)
            wf__unsupported("wide scanning of characters other than ASCII");
}

static int scan(FILE *file, const wchar_t *format, va_list arguments, bool gnu_a) {
    if (!begin(file))
        return -1;
    char *bytes = narrowed(format);
    require_ascii(bytes);
    int result = wfl_scan_stream(file, bytes, arguments, gnu_a);
    wf__free(bytes);
    end(file);
    return result;
}

static int scan_text(const wchar_t *text, const wchar_t *format, va_list arguments, bool gnu_a) {
    char *bytes = narrowed(format), *source = narrowed(text);
    require_ascii(bytes);
    require_ascii(source);
    int result = wfl_scan_string(source, bytes, arguments, gnu_a);
    wf__free(bytes);
    wf__free(source);
    return result;
}

int vfwprintf(FILE *restrict file, const wchar_t *restrict format, va_list arguments) {
    return print(file, format, arguments);
}
int vwprintf(const wchar_t *restrict format, va_list arguments) { return print(stdout, format, arguments); }
int vswprintf(wchar_t *restrict to, size_t size, const wchar_t *restrict format, va_list arguments) {
    return print_to_buffer(to, size, format, arguments);
}

#define WITH_ARGUMENTS(call)                                                                       \
    va_list arguments;                                                                             \
    va_start(arguments, format);                                                                   \
    int result = call;                                                                             \
    va_end(arguments);                                                                             \
    return result;

int fwprintf(FILE *restrict file, const wchar_t *restrict format, ...) {
    WITH_ARGUMENTS(print(file, format, arguments))
}
int wprintf(const wchar_t *restrict format, ...) { WITH_ARGUMENTS(print(stdout, format, arguments)) }
int swprintf(wchar_t *restrict to, size_t size, const wchar_t *restrict format, ...) {
    WITH_ARGUMENTS(print_to_buffer(to, size, format, arguments))
}

#undef fwscanf
#undef wscanf
#undef swscanf
#undef vfwscanf
#undef vwscanf
#undef vswscanf

#define SCANNING(prefix, gnu_a)                                                                        \
    int prefix##vfwscanf(FILE *restrict file, const wchar_t *restrict format, va_list arguments) { \
        return scan(file, format, arguments, gnu_a);                                                      \
    }                                                                                              \
    int prefix##vwscanf(const wchar_t *restrict format, va_list arguments) {                       \
        return scan(stdin, format, arguments, gnu_a);                                                     \
    }                                                                                              \
    int prefix##vswscanf(const wchar_t *restrict text, const wchar_t *restrict format,             \
                         va_list arguments) {                                                      \
        return scan_text(text, format, arguments, gnu_a);                                                 \
    }                                                                                              \
    int prefix##fwscanf(FILE *restrict file, const wchar_t *restrict format, ...) {                \
        WITH_ARGUMENTS(scan(file, format, arguments, gnu_a))                                              \
    }                                                                                              \
    int prefix##wscanf(const wchar_t *restrict format, ...) {                                      \
        WITH_ARGUMENTS(scan(stdin, format, arguments, gnu_a))                                             \
    }                                                                                              \
    int prefix##swscanf(const wchar_t *restrict text, const wchar_t *restrict format, ...) {       \
        WITH_ARGUMENTS(scan_text(text, format, arguments, gnu_a))                                         \
    }

/* Headers rename the calls of today's dialects; the plain names are those of old ones. */
SCANNING(, true)
SCANNING(__isoc99_, false)
SCANNING(__isoc23_, false)
