/*
 * wchar.h: streams of wide characters, in the C locale: each is a byte, and only ASCII is one. Formats
 * are those of bytes, as their letters mean the same.
 */
#include "library.h"

#include "streams.h"
#include <wchar.h>

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

static wint_t get(FILE *file) {
    if (!begin(file))
        return WEOF;
    int byte = wfl_stream_get(wfl_stream_of(file));
    end(file);
    if (byte <= 127)
        return byte < 0 ? WEOF : (wint_t)byte;
    file->_flags |= WFL_ERROR_SEEN;
    errno = EILSEQ;
    return WEOF;
}

static wint_t put(wchar_t c, FILE *file) {
    if (!begin(file))
        return WEOF;
    if ((uint32_t)c > 127)
        wf__unsupported("writing a wide character that the C locale has no byte for");
    char byte = (char)c;
    bool done = wfl_stream_write(wfl_stream_of(file), &byte, 1) == 1;
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
        wf__unsupported("giving back a wide character that the C locale has no byte for");
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
    size_t length = 0;
    while (wide[length]) {
        if ((uint32_t)wide[length] > 127)
            wf__unsupported("a wide format or text with characters other than ASCII");
        length++;
    }
    char *bytes = wf__malloc(length + 1);
    for (size_t i = 0; i <= length; i++)
        bytes[i] = (char)wide[i];
    return bytes;
}

static int print(FILE *file, const wchar_t *format, va_list arguments) {
    if (!begin(file))
        return -1;
    char *bytes = narrowed(format);
    errno = 0;
    int result = wfl_print(file, bytes, arguments);
    if (result < 0 && errno == EILSEQ)
        wf__unsupported("writing a wide character that the C locale has no byte for");
    wf__free(bytes);
    end(file);
    return result;
}

static int print_to_buffer(wchar_t *to, size_t size, const wchar_t *format, va_list arguments) {
    if (size == 0)
        return -1;
    char *bytes = narrowed(format), *text = wf__malloc(size);
    int before = errno;
    errno = 0;
    int result = wfl_print_buffer(text, size, bytes, arguments);
    if (result < 0 && errno == EILSEQ)
        wf__unsupported("wide characters other than ASCII in what swprintf() writes");
    errno = before;
    size_t length = result < 0 ? 0 : (size_t)result < size ? (size_t)result : size - 1;
    for (size_t i = 0; i < length; i++)
        to[i] = (unsigned char)text[i];
    /* Where the text does not fit, glibc leaves its end open. */
    bool fits = result >= 0 && (size_t)result < size;
    if (fits || length == 0)
        to[length] = 0;
    wf__free(bytes);
    wf__free(text);
    return fits ? result : -1;
}

static int scan(FILE *file, const wchar_t *format, va_list arguments) {
    if (!begin(file))
        return -1;
    char *bytes = narrowed(format);
    int result = wfl_scan_stream(file, bytes, arguments, false);
    wf__free(bytes);
    end(file);
    return result;
}

static int scan_text(const wchar_t *text, const wchar_t *format, va_list arguments) {
    char *bytes = narrowed(format), *source = narrowed(text);
    int result = wfl_scan_string(source, bytes, arguments, false);
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

#define SCANNING(prefix)                                                                           \
    int prefix##vfwscanf(FILE *restrict file, const wchar_t *restrict format, va_list arguments) { \
        return scan(file, format, arguments);                                                      \
    }                                                                                              \
    int prefix##vwscanf(const wchar_t *restrict format, va_list arguments) {                       \
        return scan(stdin, format, arguments);                                                     \
    }                                                                                              \
    int prefix##vswscanf(const wchar_t *restrict text, const wchar_t *restrict format,             \
                         va_list arguments) {                                                      \
        return scan_text(text, format, arguments);                                                 \
    }                                                                                              \
    int prefix##fwscanf(FILE *restrict file, const wchar_t *restrict format, ...) {                \
        WITH_ARGUMENTS(scan(file, format, arguments))                                              \
    }                                                                                              \
    int prefix##wscanf(const wchar_t *restrict format, ...) {                                      \
        WITH_ARGUMENTS(scan(stdin, format, arguments))                                             \
    }                                                                                              \
    int prefix##swscanf(const wchar_t *restrict text, const wchar_t *restrict format, ...) {       \
        WITH_ARGUMENTS(scan_text(text, format, arguments))                                         \
    }

SCANNING(__isoc99_)
SCANNING(__isoc23_)
#undef fwscanf
#undef wscanf
#undef swscanf
#undef vfwscanf
#undef vwscanf
#undef vswscanf
