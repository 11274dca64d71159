/* stdio.h: the printf family, as glibc formats. */
#include "library.h"

#include "characters.h"
#include "print.h"

static void flush(struct wfl_sink *sink) {
    if (sink->pending == 0)
        return;
    if (wfl_stream_write(sink->stream, sink->chunk, sink->pending) != sink->pending)
        sink->failed = true;
    sink->pending = 0;
}

static void grow(struct wfl_sink *sink, uint64_t size) {
    if (!sink->grows || size <= sink->capacity)
        return;
    size_t capacity = sink->capacity * 2 < size ? (size_t)size : sink->capacity * 2;
    char *larger = wf__malloc(capacity + 1);
    wf__memcpy(larger, sink->buffer, sink->length);
    wf__free(sink->buffer);
    sink->buffer = larger;
    sink->capacity = capacity;
}

/* Bytes that begin no character. */
static size_t inner(const struct wfl_sink *sink, const char *text, size_t size) {
    size_t count = 0;
    for (size_t i = 0; sink->wide && i < size; i++)
        count += ((unsigned char)text[i] & 0xc0) == 0x80;
    return count;
}

void wfl_put_text(struct wfl_sink *sink, const char *text, size_t size) {
    sink->inner += inner(sink, text, size);
    if (sink->stream) {
        if (sink->pending + size > sizeof sink->chunk)
            flush(sink);
        if (size > sizeof sink->chunk) {
            if (wfl_stream_write(sink->stream, text, size) != size)
                sink->failed = true;
        } else {
            wf__memcpy(sink->chunk + sink->pending, text, size);
            sink->pending += size;
        }
    } else {
        grow(sink, sink->length + size);
        if (sink->length < sink->capacity) {
            size_t room = sink->capacity - (size_t)sink->length;
            wf__memcpy(sink->buffer + sink->length, text, size < room ? size : room);
        }
    }
    sink->length += size;
}

void wfl_put(struct wfl_sink *sink, char c) {
    if (sink->stream) {
        if (sink->pending == sizeof sink->chunk)
            flush(sink);
        sink->chunk[sink->pending++] = c;
    } else {
        grow(sink, sink->length + 1);
        if (sink->length < sink->capacity)
            sink->buffer[sink->length] = c;
    }
    sink->length++;
}

void wfl_put_repeated(struct wfl_sink *sink, char c, int64_t count) {
    for (; count > 0; count--)
        wfl_put(sink, c);
}

enum { LONG_BITS = 8 * sizeof(long) };

/* An argument, as its conversion has it passed. */
union value {
    uint64_t integer;
    double number;
    long double long_number;
    void *pointer;
};

enum kind { KIND_NONE, KIND_INT, KIND_LONG, KIND_DOUBLE, KIND_LONG_DOUBLE, KIND_POINTER };

static enum kind kind_of(const struct wfl_conversion *conversion) {
    switch (conversion->letter) {
    case 'd': case 'i': case 'o': case 'u': case 'x': case 'X': case 'B': case 'b':
        return conversion->length > LENGTH_L || (conversion->length == LENGTH_L && LONG_BITS == 64) ? KIND_LONG : KIND_INT;
    case 'c': case 'C':
        return KIND_INT;
    case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
        return conversion->length == LENGTH_LONG_DOUBLE ? KIND_LONG_DOUBLE : KIND_DOUBLE;
    case 's': case 'S': case 'p': case 'n':
        return KIND_POINTER;
    default:
        return KIND_NONE;
    }
}

/* The arguments of a call: read one by one, or, for formats like "%2$d", all beforehand. */
struct arguments {
    va_list list;
    union value *values;
    int count;
};

static union value next_value(struct arguments *arguments, enum kind kind) {
    union value value = {0};
    switch (kind) {
    case KIND_INT:
        value.integer = (uint64_t)(int64_t)va_arg(arguments->list, int);
        break;
    case KIND_LONG:
        value.integer = va_arg(arguments->list, uint64_t);
        break;
    case KIND_DOUBLE:
        value.number = va_arg(arguments->list, double);
        break;
    case KIND_LONG_DOUBLE:
        value.long_number = va_arg(arguments->list, long double);
        break;
    case KIND_POINTER:
        value.pointer = va_arg(arguments->list, void *);
        break;
    case KIND_NONE:
        break;
    }
    return value;
}

static union value value_at(struct arguments *arguments, int position, enum kind kind) {
    if (position > 0 && arguments->values)
        return arguments->values[position - 1];
    return next_value(arguments, kind);
}

/* A decimal number; -1 if it is too large for an int. */
static int parse_int(const char **at) {
    int64_t value = 0;
    for (; wfl_is_digit((unsigned char)**at); (*at)++)
        if (value <= INT32_MAX)
            value = value * 10 + (**at - '0');
    return value > INT32_MAX ? -1 : (int)value;
}

/* "12$": a position, or 0 with nothing read. */
static int parse_position(const char **at) {
    const char *end = *at;
    if (!wfl_is_digit((unsigned char)*end))
        return 0;
    int position = parse_int(&end);
    if (*end != '$' || position <= 0)
        return 0;
    *at = end + 1;
    return position;
}

static void parse_flags(const char **at, struct wfl_conversion *to) {
    for (;; (*at)++) {
        switch (**at) {
        case '-':
            to->left = true;
            break;
        case '+':
            to->plus = true;
            break;
        case ' ':
            to->space = true;
            break;
        case '#':
            to->alternative = true;
            break;
        case '0':
            to->zero = true;
            break;
        case '\'':
        case 'I':
            break;
        default:
            return;
        }
    }
}

static void parse_length(const char **at, struct wfl_conversion *to) {
    for (;; (*at)++) {
        switch (**at) {
        case 'h':
            to->length = to->length == LENGTH_H ? LENGTH_HH : LENGTH_H;
            break;
        case 'l':
            to->length = to->length == LENGTH_L ? LENGTH_LL : LENGTH_L;
            break;
        case 'j':
            to->length = LONG_BITS == 64 ? LENGTH_L : LENGTH_LL;
            break;
        case 'z': case 't': case 'Z':
            to->length = LENGTH_L;
            break;
        case 'L': case 'q':
            to->length = LENGTH_LONG_DOUBLE;
            break;
        default:
            return;
        }
    }
}

/* Reads what follows '%'. False if a number in it is too large. */
static bool parse_conversion(const char **at, struct wfl_conversion *to) {
    *to = (struct wfl_conversion){.precision = -1};
    to->argument = parse_position(at);
    parse_flags(at, to);
    if (**at == '*') {
        (*at)++;
        to->width_star = true;
        to->width_argument = parse_position(at);
    } else if ((to->width = parse_int(at)) < 0) {
        return false;
    }
    if (**at == '.') {
        (*at)++;
        to->has_precision = true;
        if (**at == '*') {
            (*at)++;
            to->precision_star = true;
            to->precision_argument = parse_position(at);
        } else if (**at == '-') {
            (*at)++;
            parse_int(at);
            to->has_precision = false;
        } else if ((to->precision = parse_int(at)) < 0) {
            return false;
        }
    }
    parse_length(at, to);
    to->letter = **at;
    if (**at)
        (*at)++;
    return true;
}

static void put_padded(struct wfl_sink *sink, const struct wfl_conversion *conversion,
                       const char *text, size_t size) {
    int64_t padding = (int64_t)conversion->width - (int64_t)(size - inner(sink, text, size));
    if (!conversion->left)
        wfl_put_repeated(sink, ' ', padding);
    wfl_put_text(sink, text, size);
    if (conversion->left)
        wfl_put_repeated(sink, ' ', padding);
}

/* The digits of a number, last first; none for 0. */
static int digits_of(uint64_t value, unsigned base, bool capitals, char digits[64]) {
    int count = 0;
    if (base == 10) {
        for (; value >> 32; value /= 10)
            digits[count++] = (char)('0' + value % 10);
        /* Narrow arithmetic is easier on a solver. */
        for (uint32_t rest = (uint32_t)value; rest; rest /= 10)
            digits[count++] = (char)('0' + rest % 10);
        return count;
    }
    for (; value; value /= base) {
        unsigned digit = (unsigned)(value % base);
        digits[count++] = (char)(digit < 10 ? '0' + digit : (capitals ? 'A' : 'a') + digit - 10);
    }
    return count;
}

static void put_integer(struct wfl_sink *sink, const struct wfl_conversion *conversion,
                        uint64_t magnitude, char sign, unsigned base, const char *prefix) {
    char digits[64];
    int count = digits_of(magnitude, base, conversion->letter == 'X', digits);
    int precision = conversion->has_precision ? conversion->precision : 1;
    int zeros = count < precision ? precision - count : 0;
    if (base == 8 && conversion->alternative && zeros == 0)
        zeros = 1;
    int prefix_size = (sign != 0) + (prefix ? 2 : 0);
    int64_t padding = (int64_t)conversion->width - count - zeros - prefix_size;
    if (conversion->zero && !conversion->left && !conversion->has_precision && padding > 0) {
        zeros += (int)padding;
        padding = 0;
    }
    if (!conversion->left)
        wfl_put_repeated(sink, ' ', padding);
    if (sign)
        wfl_put(sink, sign);
    if (prefix)
        wfl_put_text(sink, prefix, 2);
    wfl_put_repeated(sink, '0', zeros);
    while (count > 0)
        wfl_put(sink, digits[--count]);
    if (conversion->left)
        wfl_put_repeated(sink, ' ', padding);
}

static uint64_t narrowed(uint64_t value, enum wfl_length length, bool is_signed) {
    switch (length == LENGTH_L && LONG_BITS == 32 ? LENGTH_NONE : length) {
    case LENGTH_HH:
        return is_signed ? (uint64_t)(int8_t)value : (uint8_t)value;
    case LENGTH_H:
        return is_signed ? (uint64_t)(int16_t)value : (uint16_t)value;
    case LENGTH_NONE:
        return is_signed ? (uint64_t)(int32_t)value : (uint32_t)value;
    case LENGTH_L:
    case LENGTH_LL:
    case LENGTH_LONG_DOUBLE:
        break;
    }
    return value;
}

static void print_signed(struct wfl_sink *sink, const struct wfl_conversion *conversion,
                         uint64_t value) {
    value = narrowed(value, conversion->length, true);
    bool negative = (int64_t)value < 0;
    char sign = negative ? '-' : conversion->plus ? '+' : conversion->space ? ' ' : 0;
    put_integer(sink, conversion, negative ? -value : value, sign, 10, NULL);
}

static void print_unsigned(struct wfl_sink *sink, const struct wfl_conversion *conversion,
                           uint64_t value) {
    value = narrowed(value, conversion->length, false);
    const char *prefix = NULL;
    unsigned base = 10;
    if (conversion->letter == 'o')
        base = 8;
    if ((conversion->letter | 32) == 'x')
        base = 16;
    if ((conversion->letter | 32) == 'b')
        base = 2;
    if (base == 16 && conversion->alternative && value)
        prefix = conversion->letter == 'X' ? "0X" : "0x";
    if (base == 2 && conversion->alternative && value)
        prefix = conversion->letter == 'B' ? "0B" : "0b";
    put_integer(sink, conversion, value, 0, base, prefix);
}

static void fail_to_encode(struct wfl_sink *sink) {
    errno = EILSEQ;
    sink->failed = true;
}

/* Bytes among wide characters: a precision counts the characters that they are. */
static void print_decoded(struct wfl_sink *sink, const struct wfl_conversion *conversion, const char *text) {
    size_t length = 0;
    for (int count = 0; text[length] && !(conversion->has_precision && count == conversion->precision); count++) {
        uint32_t c;
        int size = wfl_utf8_length((const unsigned char *)text + length, 6, &c);
        if (size == 0) {
            fail_to_encode(sink);
            return;
        }
        length += (size_t)size;
    }
    put_padded(sink, conversion, text, length);
}

static void print_string(struct wfl_sink *sink, const struct wfl_conversion *conversion,
                         const char *text) {
    bool limited = conversion->has_precision;
    size_t limit = (size_t)conversion->precision;
    if (!text) {
        bool fits = !limited || limit >= 6;
        put_padded(sink, conversion, "(null)", fits ? 6 : 0);
        return;
    }
    if (sink->wide)
        print_decoded(sink, conversion, text);
    else
        put_padded(sink, conversion, text,
                   limited ? wfl_length_within(text, limit) : wfl_length(text));
}

/* A precision counts bytes, among wide characters these. */
static void print_wide_string(struct wfl_sink *sink, const struct wfl_conversion *conversion,
                              const wchar_t *text) {
    if (!text) {
        print_string(sink, conversion, NULL);
        return;
    }
    size_t count = 0, length = 0, limit = conversion->has_precision ? (size_t)conversion->precision : SIZE_MAX;
    while (count < limit && text[count])
        count++;
    char *narrow = wf__malloc(wfl_utf8 ? 6 * count : count);
    for (size_t i = 0; i < count && !sink->failed; i++) {
        char bytes[6];
        size_t size = wfl_encode(bytes, text[i]);
        if (size > 6)
            sink->failed = true;
        else if (!sink->wide && length + size > limit)
            break;
        for (size_t k = 0; k < size && !sink->failed; k++)
            narrow[length++] = bytes[k];
    }
    if (!sink->failed)
        put_padded(sink, conversion, narrow, length);
    wf__free(narrow);
}

static void print_character(struct wfl_sink *sink, const struct wfl_conversion *conversion,
                            uint64_t value) {
    char bytes[6] = {(char)value};
    bool encoded = conversion->letter == 'C' || conversion->length == LENGTH_L;
    size_t size = encoded ? wfl_encode(bytes, (wchar_t)value) : 1;
    if (size > 6 || (sink->wide && !encoded && (unsigned char)value > 127))
        fail_to_encode(sink);
    else
        put_padded(sink, conversion, bytes, size);
}

static void print_pointer(struct wfl_sink *sink, const struct wfl_conversion *conversion,
                          const void *pointer) {
    if (!pointer) {
        put_padded(sink, conversion, "(nil)", 5);
        return;
    }
    char sign = conversion->plus ? '+' : conversion->space ? ' ' : 0;
    put_integer(sink, conversion, (uintptr_t)pointer, sign, 16, "0x");
}

static uint64_t printed(const struct wfl_sink *sink) { return sink->length - sink->inner; }

static void store_length(const struct wfl_sink *sink, const struct wfl_conversion *conversion,
                         void *to) {
    switch (conversion->length == LENGTH_L && LONG_BITS == 32 ? LENGTH_NONE : conversion->length) {
    case LENGTH_HH:
        *(signed char *)to = (signed char)printed(sink);
        return;
    case LENGTH_H:
        *(short *)to = (short)printed(sink);
        return;
    case LENGTH_NONE:
        *(int *)to = (int)printed(sink);
        return;
    case LENGTH_L:
    case LENGTH_LL:
    case LENGTH_LONG_DOUBLE:
        *(int64_t *)to = (int64_t)printed(sink);
        return;
    }
}

/* Prints one conversion; false if glibc does not know its letter. */
static bool print_value(struct wfl_sink *sink, const struct wfl_conversion *conversion,
                        union value value, int saved_errno) {
    char buffer[32];
    switch (conversion->letter) {
    case '%':
        wfl_put(sink, '%');
        return true;
    case 'd': case 'i':
        print_signed(sink, conversion, value.integer);
        return true;
    case 'o': case 'u': case 'x': case 'X': case 'b': case 'B':
        print_unsigned(sink, conversion, value.integer);
        return true;
    case 'c': case 'C':
        print_character(sink, conversion, value.integer);
        return true;
    case 's':
        if (conversion->length != LENGTH_L) {
            print_string(sink, conversion, value.pointer);
            return true;
        }
        print_wide_string(sink, conversion, value.pointer);
        return true;
    case 'S':
        print_wide_string(sink, conversion, value.pointer);
        return true;
    case 'p':
        if (value.pointer)
            wf__approximation("addresses");
        print_pointer(sink, conversion, value.pointer);
        return true;
    case 'n':
        store_length(sink, conversion, value.pointer);
        return true;
    case 'm':
        print_string(sink, conversion, wfl_error_text(saved_errno, buffer));
        return true;
    case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
        if (conversion->length == LENGTH_LONG_DOUBLE)
            wfl_print_long_double(sink, conversion, value.long_number);
        else
            wfl_print_double(sink, conversion, value.number);
        return true;
    default:
        return false;
    }
}

enum { POSITIONS = 64 };

/* Reads all arguments of a format with positions. */
static void read_positions(const char *format, struct arguments *arguments) {
    enum kind kinds[POSITIONS] = {KIND_NONE};
    int count = 0;
    struct wfl_conversion conversion;
    for (const char *at = format; *at;) {
        if (*at++ != '%' || !parse_conversion(&at, &conversion))
            continue;
        int positions[3] = {conversion.argument, conversion.width_argument,
                            conversion.precision_argument};
        enum kind wanted[3] = {kind_of(&conversion), KIND_INT, KIND_INT};
        for (int i = 0; i < 3; i++) {
            if (positions[i] > POSITIONS)
                wf__unsupported("printf with a position above 64");
            if (positions[i] > 0 && wanted[i] != KIND_NONE)
                kinds[positions[i] - 1] = wanted[i];
            if (positions[i] > count)
                count = positions[i];
        }
    }
    for (int i = 0; i < count; i++)
        arguments->values[i] =
            next_value(arguments, kinds[i] == KIND_NONE ? KIND_INT : kinds[i]);
    arguments->count = count;
}

static bool has_positions(const char *format) {
    for (; *format; format++) {
        if (*format != '%')
            continue;
        format++;
        if (parse_position(&format))
            return true;
        if (!*format)
            break;
    }
    return false;
}

/* Fetches `*` widths and precisions. False if one is too large. */
static bool fetch_numbers(struct wfl_conversion *conversion, struct arguments *arguments) {
    if (conversion->width_star) {
        int width = (int)value_at(arguments, conversion->width_argument, KIND_INT).integer;
        if (width < 0) {
            conversion->left = true;
            if (width < -INT32_MAX)
                return false;
            width = -width;
        }
        conversion->width = width;
    }
    if (conversion->precision_star) {
        int precision = (int)value_at(arguments, conversion->precision_argument, KIND_INT).integer;
        conversion->has_precision = precision >= 0;
        conversion->precision = precision < 0 ? -1 : precision;
    }
    return true;
}

static int fail(int number) {
    errno = number;
    return -1;
}

static int format_all(struct wfl_sink *sink, const char *format, struct arguments *arguments) {
    int saved_errno = errno;
    while (*format) {
        size_t plain = 0;
        while (format[plain] && format[plain] != '%')
            plain++;
        if (plain > 0)
            wfl_put_text(sink, format, plain);
        format += plain;
        if (!*format)
            break;
        const char *start = format++;
        struct wfl_conversion conversion;
        if (!parse_conversion(&format, &conversion) || !fetch_numbers(&conversion, arguments))
            return fail(EOVERFLOW);
        if (!conversion.letter)
            return fail(EINVAL);
        union value value = {0};
        enum kind kind = kind_of(&conversion);
        bool cuts = kind == KIND_NONE || conversion.letter == 's' || conversion.letter == 'S' ||
                    conversion.letter == 'c' || conversion.letter == 'C' || conversion.letter == 'n';
        if (conversion.width >= INT32_MAX - 32 || (!cuts && conversion.precision >= INT32_MAX - 32))
            wf__unsupported("text of two milliard characters");
        if (kind != KIND_NONE)
            value = value_at(arguments, conversion.argument, kind);
        if (!print_value(sink, &conversion, value, saved_errno))
            wfl_put_text(sink, start, (size_t)(format - start));
        if (sink->failed)
            return -1;
        if (sink->length > INT32_MAX)
            return fail(EOVERFLOW);
    }
    return (int)printed(sink);
}

static int print_to(struct wfl_sink *sink, const char *format, va_list list) {
    struct arguments arguments = {.values = NULL};
    union value values[POSITIONS];
    va_copy(arguments.list, list);
    if (has_positions(format)) {
        arguments.values = values;
        read_positions(format, &arguments);
    }
    int result = format_all(sink, format, &arguments);
    va_end(arguments.list);
    if (sink->stream) {
        flush(sink);
        if (sink->failed)
            result = -1;
    }
    return result;
}

static int print_to_stream(FILE *file, const char *format, va_list arguments, bool wide) {
    struct wfl_sink sink = {.stream = wfl_stream_of(file), .wide = wide};
    if (!(sink.stream->access & WFL_WRITE)) {
        sink.stream->file._flags |= WFL_ERROR_SEEN;
        return fail(EBADF);
    }
    return print_to(&sink, format, arguments);
}

int wfl_print(FILE *file, const char *format, va_list arguments) {
    return print_to_stream(file, format, arguments, false);
}

int wfl_print_buffer(char *buffer, size_t size, const char *format, va_list arguments) {
    struct wfl_sink sink = {.buffer = buffer, .capacity = size > 0 ? size - 1 : 0};
    int result = print_to(&sink, format, arguments);
    if (size > 0)
        buffer[sink.length < sink.capacity ? sink.length : sink.capacity] = 0;
    return result;
}

int wfl_print_wide(FILE *file, const char *format, va_list arguments) {
    return print_to_stream(file, format, arguments, wfl_utf8);
}

char *wfl_print_wide_text(const char *format, va_list arguments, int *result) {
    struct wfl_sink sink = {.buffer = wf__malloc(101), .capacity = 100, .grows = true, .wide = wfl_utf8};
    *result = print_to(&sink, format, arguments);
    sink.buffer[sink.length] = 0;
    return sink.buffer;
}

int wfl_print_allocated(char **place, const char *format, va_list arguments) {
    struct wfl_sink sink = {.buffer = wf__malloc(101), .capacity = 100, .grows = true};
    int result = print_to(&sink, format, arguments);
    char *text = result < 0 ? NULL : wfl_allocate((size_t)result + 1);
    if (text) {
        wf__memcpy(text, sink.buffer, (size_t)result);
        text[result] = 0;
        *place = text;
    }
    wf__free(sink.buffer);
    return text ? result : -1;
}
