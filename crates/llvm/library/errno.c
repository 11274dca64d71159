/* errno.h, and the texts of error and signal numbers. */
#include "library.h"

#include "streams.h"
#include <signal.h>
#include <string.h>

#include "error_texts.h"
#include "signal_texts.h"

int wfl_errno;

int *__errno_location(void) { return &wfl_errno; }

/* Writes a number in decimal; returns how many characters. */
static size_t write_number(char *to, int number) {
    char digits[12];
    size_t count = 0, length = 0;
    unsigned magnitude = number < 0 ? -(unsigned)number : (unsigned)number;
    do {
        digits[count++] = (char)('0' + magnitude % 10);
        magnitude /= 10;
    } while (magnitude);
    if (number < 0)
        to[length++] = '-';
    while (count > 0)
        to[length++] = digits[--count];
    to[length] = 0;
    return length;
}

static const char *numbered(const char *prefix, int number, char *buffer) {
    size_t length = wfl_length(prefix);
    wf__memcpy(buffer, prefix, length);
    write_number(buffer + length, number);
    return buffer;
}

const char *wfl_error_text(int number, char buffer[32]) {
    size_t count = sizeof ERROR_TEXTS / sizeof *ERROR_TEXTS;
    if (number >= 0 && (size_t)number < count && ERROR_TEXTS[number])
        return ERROR_TEXTS[number];
    return numbered("Unknown error ", number, buffer);
}

char *strerror(int number) {
    static char buffer[32];
    return (char *)wfl_error_text(number, buffer);
}

char *strerror_l(int number, locale_t locale) {
    static char buffer[32];
    (void)locale;
    return (char *)wfl_error_text(number, buffer);
}

const char *strerrordesc_np(int number) {
    size_t count = sizeof ERROR_TEXTS / sizeof *ERROR_TEXTS;
    return number >= 0 && (size_t)number < count ? ERROR_TEXTS[number] : NULL;
}

char *strerror_r(int number, char *buffer, size_t size) {
    char own[32];
    const char *text = wfl_error_text(number, own);
    if (text != own)
        return (char *)text;
    if (size > 0) {
        size_t length = wfl_length(text);
        size_t copied = length < size ? length : size - 1;
        wf__memcpy(buffer, text, copied);
        buffer[copied] = 0;
    }
    return buffer;
}

int __xpg_strerror_r(int number, char *buffer, size_t size) {
    char own[32];
    const char *text = wfl_error_text(number, own);
    size_t length = wfl_length(text);
    if (size > 0) {
        size_t copied = length < size ? length : size - 1;
        wf__memcpy(buffer, text, copied);
        buffer[copied] = 0;
    }
    if (text == own)
        return EINVAL;
    return length < size ? 0 : ERANGE;
}

char *strsignal(int number) {
    static char buffer[32];
    if (number >= 0 && number < 32 && SIGNAL_TEXTS[number])
        return (char *)SIGNAL_TEXTS[number];
    return (char *)numbered(number >= 34 && number <= 64 ? "Real-time signal " : "Unknown signal ",
                            number >= 34 && number <= 64 ? number - 34 : number, buffer);
}

static void put(const char *text) { wfl_stream_write(wfl_stream_of(stderr), text, wfl_length(text)); }

/* Real-time signals have no text here. */
void psignal(int number, const char *message) {
    char buffer[32];
    bool known = number >= 0 && number < 32 && SIGNAL_TEXTS[number];
    put(message ? message : "");
    put(message && *message ? ": " : "");
    put(known ? SIGNAL_TEXTS[number] : numbered("Unknown signal ", number, buffer));
    put("\n");
}
