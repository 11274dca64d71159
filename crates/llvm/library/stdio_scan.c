/* stdio.h: the scanf family, as glibc scans. */
#include "library.h"

#include "characters.h"
#include "decimal.h"
#include "streams.h"

/* Where text comes from: a stream or a string. One character can be given back. */
struct source {
    struct wfl_stream *stream;
    const char *string;
    int64_t consumed;
    bool ended, is_wide;
    int errno_at_end;
};

/* Looking past the end again puts errno back to what it was there, as in glibc. */
static int get(struct source *source) {
    int c;
    if (source->ended) {
        errno = source->errno_at_end;
        return -1;
    }
    if (source->stream) {
        c = wfl_stream_get(source->stream);
    } else {
        c = (unsigned char)*source->string;
        if (!c)
            c = -1;
        else
            source->string++;
    }
    source->consumed += c >= 0;
    if (c < 0) {
        source->ended = true;
        source->errno_at_end = errno;
    }
    return c;
}

static void unget(struct source *source, int c) {
    if (c < 0)
        return;
    source->consumed--;
    if (source->stream)
        wfl_stream_unget(source->stream, c);
    else
        source->string--;
}

static void skip_space(struct source *source) {
    int c;
    do
        c = get(source);
    while (c >= 0 && wfl_is_space(c));
    unget(source, c);
}

enum { LONG_BITS = 8 * sizeof(long) };

enum length { LENGTH_NONE, LENGTH_HH, LENGTH_H, LENGTH_L, LENGTH_LONG_DOUBLE };

struct directive {
    bool suppress, allocate;
    int width; /* -1: any */
    enum length length;
    char letter;
};

/* What became of a directive. */
enum outcome { MATCHED, COUNTED_NOTHING, INPUT_ENDED, MISMATCH };

/* Text of unknown length. */
struct text {
    char *bytes;
    size_t length, capacity;
};

static void add(struct text *text, int c) {
    if (text->length + 1 >= text->capacity) {
        size_t capacity = text->capacity ? text->capacity * 2 : 64;
        char *larger = wf__malloc(capacity);
        if (text->length > 0)
            wf__memcpy(larger, text->bytes, text->length);
        wf__free(text->bytes);
        text->bytes = larger;
        text->capacity = capacity;
    }
    text->bytes[text->length++] = (char)c;
    text->bytes[text->length] = 0;
}

/* Where characters of %s, %c and %[ go. */
struct target {
    char *bytes;    /* or */
    wchar_t *wide;
    void **place; /* of an allocated result */
    size_t length, capacity;
    bool is_wide, discard, bad;
};

static void grow_target(struct target *target) {
    size_t unit = target->is_wide ? sizeof(wchar_t) : 1;
    char *old = target->is_wide ? (char *)target->wide : target->bytes;
    size_t capacity = target->capacity ? target->capacity * 2 : 32;
    char *larger = wfl_reallocate(old, capacity * unit);
    if (!larger) {
        target->bad = true;
        return;
    }
    target->capacity = capacity;
    if (target->is_wide)
        target->wide = (wchar_t *)larger;
    else
        target->bytes = larger;
}

/* The wide character that a byte other than ASCII begins. */
static int whole(struct target *target, struct source *source, int c) {
    mbstate_t state = {0};
    wchar_t wide = 0;
    size_t result;
    if (source->is_wide && wfl_utf8)
        wf__unsupported("wide scanning of characters other than ASCII");
    do {
        char byte = (char)c;
        result = wfl_decode(&wide, &byte, 1, &state);
    } while (result == (size_t)-2 && (c = get(source)) >= 0);
    if (result > 6 && wfl_utf8)
        wf__unsupported("scanning wide characters of bytes that are none");
    target->bad |= result > 6;
    return (int)wide;
}

static void put(struct target *target, struct source *source, int c) {
    if (target->is_wide && c > 127)
        c = whole(target, source, c);
    if (target->discard || target->bad)
        return;
    if (target->place && target->length == target->capacity) {
        grow_target(target);
        if (target->bad)
            return;
    }
    if (target->is_wide)
        target->wide[target->length++] = c;
    else
        target->bytes[target->length++] = (char)c;
}

static struct target open_target(const struct directive *directive, void *argument) {
    struct target target = {.discard = directive->suppress};
    char letter = directive->letter;
    target.is_wide = letter == 'S' || letter == 'C' || directive->length == LENGTH_L;
    if (directive->allocate)
        target.place = argument;
    else if (target.is_wide)
        target.wide = argument;
    else
        target.bytes = argument;
    return target;
}

/* Hands over an allocated result, or frees what a failed directive left. */
static void close_target(struct target *target, bool keep) {
    if (!target->place || target->discard)
        return;
    void *memory = target->is_wide ? (void *)target->wide : (void *)target->bytes;
    if (keep)
        *target->place = memory;
    else
        wf__free(memory);
}

static bool goes_on(const struct target *target, int *width) {
    return !target->bad && (*width <= 0 || --*width > 0);
}

static enum outcome finish_text(struct target *target, struct source *source, bool matched, bool terminate) {
    if (matched && terminate)
        put(target, source, 0);
    bool keep = matched && !target->bad;
    close_target(target, keep);
    if (target->bad)
        return errno == EILSEQ ? MISMATCH : INPUT_ENDED;
    if (!matched)
        return MISMATCH;
    return target->discard ? COUNTED_NOTHING : MATCHED;
}

static enum outcome scan_characters(struct source *source, const struct directive *directive,
                                    void *argument) {
    int width = directive->width < 0 ? 1 : directive->width;
    int c = get(source);
    if (c < 0)
        return INPUT_ENDED;
    struct target target = open_target(directive, argument);
    do
        put(&target, source, c);
    while (!target.bad && --width > 0 && (c = get(source)) >= 0);
    return finish_text(&target, source, true, false);
}

static enum outcome scan_word(struct source *source, const struct directive *directive,
                              void *argument) {
    int width = directive->width, c = get(source);
    if (c < 0)
        return INPUT_ENDED;
    struct target target = open_target(directive, argument);
    do {
        if (wfl_is_space(c)) {
            unget(source, c);
            break;
        }
        put(&target, source, c);
    } while (goes_on(&target, &width) && (c = get(source)) >= 0);
    return finish_text(&target, source, true, true);
}

/* Reads a set after '[' and its ']'. Null if the format ends within it. */
static const char *parse_set(const char *at, bool set[256]) {
    bool inverted = *at == '^';
    at += inverted;
    for (int i = 0; i < 256; i++)
        set[i] = inverted;
    const char *first = at;
    for (; *at != ']' || at == first; at++) {
        if (!*at)
            return NULL;
        unsigned char c = (unsigned char)*at;
        if (c == '-' && at > first && at[1] && at[1] != ']' &&
            (unsigned char)at[-1] <= (unsigned char)at[1]) {
            for (int i = (unsigned char)at[-1]; i <= (unsigned char)at[1]; i++)
                set[i] = !inverted;
            at++;
        } else {
            set[c] = !inverted;
        }
    }
    return at + 1;
}

/* Whether a character is in a set, by comparing it with the set's ranges: a symbolic character
   then gives comparisons, not a table look-up. */
static bool is_in(int c, const bool set[256]) {
    if (!wf__is_symbolic(c))
        return set[c];
    for (int low = 0; low < 256; low++) {
        if (!set[low])
            continue;
        int high = low;
        while (high < 255 && set[high + 1])
            high++;
        if (c >= low && c <= high)
            return true;
        low = high;
    }
    return false;
}

static enum outcome scan_set(struct source *source, const struct directive *directive,
                             void *argument, const bool set[256]) {
    int width = directive->width, c = get(source);
    if (c < 0)
        return INPUT_ENDED;
    struct target target = open_target(directive, argument);
    bool any = false;
    do {
        if (wfl_utf8 && target.is_wide && c > 127)
            wf__unsupported("scanning a set of wide characters other than ASCII");
        if (!is_in(c, set)) {
            unget(source, c);
            break;
        }
        any = true;
        put(&target, source, c);
    } while (goes_on(&target, &width) && (c = get(source)) >= 0);
    return finish_text(&target, source, any, true);
}

static void store_integer(const struct directive *directive, void *to, uint64_t value) {
    enum length length = directive->letter == 'p' ? LENGTH_L : directive->length;
    switch (length == LENGTH_L && LONG_BITS == 32 ? LENGTH_NONE : length) {
    case LENGTH_HH:
        *(uint8_t *)to = (uint8_t)value;
        return;
    case LENGTH_H:
        *(uint16_t *)to = (uint16_t)value;
        return;
    case LENGTH_NONE:
        *(uint32_t *)to = (uint32_t)value;
        return;
    case LENGTH_L:
    case LENGTH_LONG_DOUBLE:
        *(uint64_t *)to = value;
        return;
    }
}

/* Clamps as strtol and strtoul do, or with 64 bits as strtoll and strtoull. Twelve digits always fit these, and five 32
   bits. */
static uint64_t integer_value(uint64_t magnitude, int digits, bool overflow, bool negative,
                              bool is_signed, int bits) {
    if (digits <= (bits == 64 ? 12 : 5))
        return negative ? -magnitude : magnitude;
    uint64_t limit = ((uint64_t)INT64_MAX >> (64 - bits)) + negative;
    if (is_signed && (overflow || magnitude > limit)) {
        errno = ERANGE;
        return limit;
    }
    uint64_t greatest = UINT64_MAX >> (64 - bits);
    if (overflow || magnitude > greatest) {
        errno = ERANGE;
        return greatest;
    }
    return negative ? -magnitude : magnitude;
}

/* The rest of "(nil)", which %p takes for a null pointer. */
static bool scan_nil(struct source *source, int c) {
    static const char text[] = "(nil)";
    for (int i = 0; i < 5; i++) {
        if (wfl_to_lower(c) != text[i]) {
            unget(source, c);
            return false;
        }
        if (i < 4)
            c = get(source);
    }
    return true;
}

static enum outcome scan_integer(struct source *source, const struct directive *directive,
                                 void *argument, int base) {
    int width = directive->width, c = get(source);
    if (c < 0)
        return INPUT_ENDED;
    bool negative = false, has_sign = false, overflow = false;
    if ((c == '-') | (c == '+')) {
        negative = c == '-';
        has_sign = true;
        width -= width > 0;
        c = get(source);
    }
    bool any = false;
    if ((base == 0 || base == 16) && width != 0 && c == '0') {
        width -= width > 0;
        any = true;
        c = get(source);
        if (width != 0 && (c | 32) == 'x' && (base == 0 || base == 16)) {
            base = 16;
            width -= width > 0;
            c = get(source);
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0)
        base = 10;
    uint64_t magnitude = 0;
    int count = 0;
    for (; c >= 0 && width != 0; count++) {
        if (!wfl_is_digit_of(c, base))
            break;
        unsigned digit = wfl_digit_of(c, base);
        any = true;
        uint64_t next;
        if (count < 12)
            next = magnitude * (unsigned)base + (unsigned)digit;
        else if (__builtin_mul_overflow(magnitude, (uint64_t)base, &next) ||
                 __builtin_add_overflow(next, (uint64_t)digit, &next))
            overflow = true;
        magnitude = next;
        width -= width > 0;
        c = get(source);
    }
    if (any) {
        unget(source, c);
    } else if (directive->letter == 'p' && !has_sign && c == '(' && (width < 0 || width >= 5)) {
        if (!scan_nil(source, c))
            return MISMATCH;
    } else {
        unget(source, c);
        return MISMATCH;
    }
    bool is_signed = directive->letter == 'd' || directive->letter == 'i';
    uint64_t value = integer_value(magnitude, count, overflow, negative, is_signed,
                                   directive->length == LENGTH_LONG_DOUBLE ? 64 : LONG_BITS);
    if (directive->suppress)
        return COUNTED_NOTHING;
    store_integer(directive, argument, value);
    return MATCHED;
}

/* The characters of a floating-point directive, one ahead. */
struct float_reader {
    struct source *source;
    struct text *text;
    int c, width;
};

/* Takes the current character; false if there is no next one. */
static bool take(struct float_reader *reader) {
    add(reader->text, reader->c);
    if (reader->width == 0) {
        reader->c = -1;
        return false;
    }
    reader->c = get(reader->source);
    if (reader->c < 0)
        return false;
    reader->width -= reader->width > 0;
    return true;
}

/* Takes the rest of a word of which the first character is there; nothing of it may be missing. */
static bool take_word(struct float_reader *reader, const char *word) {
    for (int i = 0; word[i]; i++) {
        if (i > 0 && reader->c < 0)
            return false;
        if (wfl_to_lower(reader->c) != word[i])
            return false;
        if (word[i + 1] && !take(reader))
            return false;
    }
    add(reader->text, reader->c);
    return true;
}

/* "inf" or "infinity": what follows "inf" must go on so if it starts with 'i'. */
static bool take_infinity(struct float_reader *reader) {
    if (!take_word(reader, "inf"))
        return false;
    if (reader->width == 0 || (reader->c = get(reader->source)) < 0)
        return true;
    reader->width -= reader->width > 0;
    if (wfl_to_lower(reader->c) == 'i')
        return take_word(reader, "inity");
    unget(reader->source, reader->c);
    return true;
}

/* Digits, point and exponent. The end is given back. */
static bool take_digits(struct float_reader *reader, bool has_sign) {
    bool digit = false, point = false, exponent = false, hexadecimal = false;
    char marker = 'e';
    if (reader->width != 0 && reader->c == '0') {
        add(reader->text, reader->c);
        reader->c = get(reader->source);
        reader->width -= reader->width > 0;
        if (reader->width != 0 && (reader->c | 32) == 'x') {
            add(reader->text, reader->c);
            hexadecimal = true;
            marker = 'p';
            reader->c = get(reader->source);
            reader->width -= reader->width > 0;
        } else {
            digit = true;
        }
    }
    struct text *text = reader->text;
    for (;;) {
        int c = reader->c;
        bool after_marker = exponent && text->bytes[text->length - 1] == marker;
        if (c < 0) {
            break;
        } else if (wfl_is_digit(c) || (!exponent && hexadecimal && wfl_digit_value(c) < 16)) {
            digit = true;
        } else if (after_marker && (c == '-' || c == '+')) {
            ;
        } else if (digit && !exponent && (c | 32) == marker) {
            reader->c = marker;
            exponent = point = true;
        } else if (!point && c == '.') {
            point = true;
        } else {
            unget(reader->source, c);
            break;
        }
        if (!take(reader))
            break;
    }
    return text->length > (size_t)has_sign && !(hexadecimal && text->length == 2u + has_sign);
}

static bool take_number(struct float_reader *reader) {
    bool has_sign = reader->c == '-' || reader->c == '+';
    if (has_sign && !take(reader))
        return false;
    if (wfl_to_lower(reader->c) == 'n')
        return take_word(reader, "nan");
    if (wfl_to_lower(reader->c) == 'i')
        return take_infinity(reader);
    return take_digits(reader, has_sign);
}

static bool store_float(const struct directive *directive, void *to, const char *text) {
    const char *end;
    switch (directive->length) {
    case LENGTH_LONG_DOUBLE: {
        struct wfl_number number = wfl_parse_number(text, &end, &wfl_long_double);
        if (end != text && !directive->suppress)
            *(long double *)to = wfl_to_long_double(number);
        break;
    }
    case LENGTH_L: {
        struct wfl_number number = wfl_parse_number(text, &end, &wfl_double);
        if (end != text && !directive->suppress)
            *(double *)to = wfl_to_double(number);
        break;
    }
    default: {
        struct wfl_number number = wfl_parse_number(text, &end, &wfl_float);
        if (end != text && !directive->suppress)
            *(float *)to = wfl_to_float(number);
        break;
    }
    }
    return end != text;
}

static enum outcome scan_float(struct source *source, const struct directive *directive,
                               void *argument) {
    struct text text = {0};
    struct float_reader reader = {source, &text, get(source), directive->width};
    reader.width -= reader.width > 0;
    if (reader.c < 0)
        return INPUT_ENDED;
    bool matched = take_number(&reader) && store_float(directive, argument, text.bytes);
    wf__free(text.bytes);
    if (!matched)
        return MISMATCH;
    return directive->suppress ? COUNTED_NOTHING : MATCHED;
}

static enum outcome store_count(const struct source *source, const struct directive *directive,
                                void *argument) {
    if (!directive->suppress)
        store_integer(directive, argument, (uint64_t)source->consumed);
    return COUNTED_NOTHING;
}

/* Reads what follows '%' up to its letter. `gnu_a`: "%as" allocates. */
static const char *parse_directive(const char *at, struct directive *to, bool gnu_a) {
    *to = (struct directive){.width = -1};
    for (; *at == '*' || *at == '\'' || *at == 'I'; at++)
        to->suppress |= *at == '*';
    if (wfl_is_digit((unsigned char)*at)) {
        int64_t width = 0;
        for (; wfl_is_digit((unsigned char)*at); at++)
            if (width < INT32_MAX)
                width = width * 10 + (*at - '0');
        if (*at == '$')
            wf__unsupported("scanf with positions");
        to->width = width > INT32_MAX ? INT32_MAX : width == 0 ? -1 : (int)width;
    }
    for (;; at++) {
        switch (*at) {
        case 'h':
            to->length = to->length == LENGTH_H ? LENGTH_HH : LENGTH_H;
            continue;
        case 'l':
            to->length = to->length == LENGTH_L ? LENGTH_LONG_DOUBLE : LENGTH_L;
            continue;
        case 'q': case 'L':
            to->length = LENGTH_LONG_DOUBLE;
            continue;
        case 'j':
            to->length = LONG_BITS == 64 ? LENGTH_L : LENGTH_LONG_DOUBLE;
            continue;
        case 'z': case 't': case 'Z':
            to->length = LENGTH_L;
            continue;
        case 'm':
            to->allocate = true;
            continue;
        case 'a':
            if (gnu_a && (at[1] == 's' || at[1] == 'S' || at[1] == '[')) {
                to->allocate = true;
                continue;
            }
            break;
        default:
            break;
        }
        break;
    }
    to->letter = *at;
    return *at ? at + 1 : at;
}

static enum outcome scan_directive(struct source *source, const struct directive *directive,
                                   void *argument, const bool set[256]) {
    switch (directive->letter) {
    case '%':
        {
            int c = get(source);
            if (c == '%')
                return COUNTED_NOTHING;
            unget(source, c);
            return c < 0 ? INPUT_ENDED : MISMATCH;
        }
    case 'd': case 'u':
        return scan_integer(source, directive, argument, 10);
    case 'i':
        return scan_integer(source, directive, argument, 0);
    case 'o':
        return scan_integer(source, directive, argument, 8);
    case 'x': case 'X': case 'p':
        return scan_integer(source, directive, argument, 16);
    case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
        return scan_float(source, directive, argument);
    case 'c': case 'C':
        return scan_characters(source, directive, argument);
    case 's': case 'S':
        return scan_word(source, directive, argument);
    case '[':
        return scan_set(source, directive, argument, set);
    case 'n':
        return store_count(source, directive, argument);
    default:
        return MISMATCH;
    }
}

static bool keeps_space(char letter) {
    return letter == '[' || letter == 'c' || letter == 'C' || letter == 'n';
}

/* A character of the format that must be there as it is. */
static enum outcome scan_literal(struct source *source, char wanted) {
    int c = get(source);
    if (c < 0)
        return INPUT_ENDED;
    if (c == (unsigned char)wanted)
        return COUNTED_NOTHING;
    unget(source, c);
    return MISMATCH;
}

static int scan(struct source *source, const char *format, va_list arguments, bool gnu_a) {
    int assigned = 0;
    bool space = false;
    while (*format) {
        if (wfl_is_space((unsigned char)*format)) {
            space = true;
            format++;
            continue;
        }
        enum outcome outcome;
        if (*format != '%') {
            if (space)
                skip_space(source);
            outcome = scan_literal(source, *format++);
        } else {
            struct directive directive;
            bool set[256];
            format = parse_directive(format + 1, &directive, gnu_a);
            if (space || !keeps_space(directive.letter)) {
                int saved = errno;
                errno = 0;
                skip_space(source);
                errno = saved;
            }
            if (directive.letter == '[' && !(format = parse_set(format, set)))
                return assigned;
            void *argument = NULL;
            if (!directive.suppress && directive.letter != '%')
                argument = va_arg(arguments, void *);
            outcome = scan_directive(source, &directive, argument, set);
        }
        space = false;
        if (outcome == INPUT_ENDED)
            return assigned ? assigned : EOF;
        if (outcome == MISMATCH)
            return assigned;
        assigned += outcome == MATCHED;
    }
    if (space)
        skip_space(source);
    return assigned;
}

int wfl_scan_stream(FILE *file, const char *format, va_list arguments, bool gnu_a) {
    struct source source = {.stream = wfl_stream_of(file), .is_wide = file->_mode > 0};
    va_list own;
    va_copy(own, arguments);
    int result = scan(&source, format, own, gnu_a);
    va_end(own);
    return result;
}

int wfl_scan_string(const char *string, const char *format, va_list arguments, bool gnu_a) {
    struct source source = {.string = string};
    va_list own;
    va_copy(own, arguments);
    int result = scan(&source, format, own, gnu_a);
    va_end(own);
    return result;
}
