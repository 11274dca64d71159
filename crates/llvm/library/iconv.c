/* iconv.h: between UTF-8, ASCII, Latin-1, and UTF-16, UTF-32 and wchar_t of a known byte order. */
#include "characters.h"

#include <iconv.h>

/* A character set: how one character is read and written. */
enum set { ASCII, LATIN_1, UTF_8, UTF_16_LITTLE, UTF_16_BIG, UTF_32_LITTLE, UTF_32_BIG, WIDE };

struct conversion {
    enum set from, to;
    bool ignores, transliterates;
};

/* Bytes that every character of a set takes. */
static const unsigned char least[] = {1, 1, 1, 2, 2, 4, 4, 4};

/* What a character cannot be; and what becomes of one that is not all there. */
enum { ILLEGAL = -1, INCOMPLETE = -2, NO_ROOM = -3 };

static const struct {
    const char *name;
    enum set set;
} names[] = {
    {"UTF-8", UTF_8},
    {"UTF8", UTF_8},
    {"ISO-10646/UTF8/", UTF_8},
    {"ASCII", ASCII},
    {"US-ASCII", ASCII},
    {"US", ASCII},
    {"ANSI_X3.4-1968", ASCII},
    {"ISO646-US", ASCII},
    {"646", ASCII},
    {"CHAR", ASCII},
    {"", ASCII}, /* that of the locale */
    {"ISO-8859-1", LATIN_1},
    {"ISO_8859-1", LATIN_1},
    {"ISO8859-1", LATIN_1},
    {"ISO88591", LATIN_1},
    {"8859_1", LATIN_1},
    {"LATIN1", LATIN_1},
    {"L1", LATIN_1},
    {"CP819", LATIN_1},
    {"IBM819", LATIN_1},
    {"UTF-16LE", UTF_16_LITTLE},
    {"UTF16LE", UTF_16_LITTLE},
    {"UTF-16BE", UTF_16_BIG},
    {"UTF16BE", UTF_16_BIG},
    {"UTF-32LE", UTF_32_LITTLE},
    {"UTF32LE", UTF_32_LITTLE},
    {"UTF-32BE", UTF_32_BIG},
    {"UTF32BE", UTF_32_BIG},
    {"WCHAR_T", WIDE},
};

static char upper(char c) { return (unsigned char)c - 'a' < 26u ? (char)(c - 32) : c; }

static bool is_name(const char *text, size_t length, const char *name) {
    for (size_t i = 0; i < length; i++)
        if (!name[i] || upper(text[i]) != name[i])
            return false;
    return !name[length];
}

/* Up to the two slashes of a suffix. */
static size_t name_length(const char *text) {
    size_t length = 0;
    while (text[length] && !(text[length] == '/' && text[length + 1] == '/'))
        length++;
    return length;
}

static enum set set_of(const char *text) {
    size_t length = name_length(text), i = 0;
    while (i < sizeof names / sizeof *names && !is_name(text, length, names[i].name))
        i++;
    if (i == sizeof names / sizeof *names)
        wf__unsupported("iconv_open of a character set other than UTF-8, ASCII, ISO-8859-1, WCHAR_T, and "
                        "UTF-16LE, UTF-16BE, UTF-32LE and UTF-32BE");
    return length == 0 && wfl_utf8 ? UTF_8 : names[i].set;
}

static bool has_suffix(const char *text, const char *suffix) {
    for (text += name_length(text); *text; text++)
        if (text[0] == '/' && text[1] == '/' && is_name(text + 2, name_length(text + 2), suffix))
            return true;
    return false;
}

iconv_t iconv_open(const char *to, const char *from) {
    enum set set_to = set_of(to), set_from = set_of(from);
    if (set_to == WIDE && set_from == WIDE) {
        errno = EINVAL;
        return (iconv_t)-1;
    }
    struct conversion *conversion = wfl_allocate(sizeof *conversion);
    if (!conversion)
        return (iconv_t)-1;
    *conversion = (struct conversion){
        .from = set_from,
        .to = set_to,
        .ignores = has_suffix(to, "IGNORE"),
        .transliterates = has_suffix(to, "TRANSLIT"),
    };
    return conversion;
}

int iconv_close(iconv_t conversion) {
    wf__free(conversion);
    return 0;
}

/* Reading: the bytes of one character, or why there is none; the character itself goes to `to`. */

static int read_utf_8(const unsigned char *from, size_t size, uint32_t *to) {
    uint32_t c = from[0];
    if (c < 0x80) {
        *to = c;
        return 1;
    }
    /* Longer ones were characters once: glibc still reads and writes them. */
    int length = c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf8 ? 4 : c < 0xfc ? 5 : c < 0xfe ? 6 : 0;
    if (length == 0)
        return ILLEGAL;
    c &= 0x7fu >> length;
    for (int i = 1; i < length; i++) {
        if ((size_t)i == size)
            return INCOMPLETE;
        if ((from[i] & 0xc0) != 0x80)
            return ILLEGAL;
        c = c << 6 | (from[i] & 0x3f);
    }
    *to = c;
    static const uint32_t least_of[] = {0x80, 0x800, 0x10000, 0x200000, 0x4000000};
    return c < least_of[length - 2] || c - 0xd800 < 0x800 ? ILLEGAL : length;
}

static uint32_t unit_at(const unsigned char *from, int bytes, bool big) {
    uint32_t unit = 0;
    for (int i = 0; i < bytes; i++)
        unit |= (uint32_t)from[i] << 8 * (big ? bytes - 1 - i : i);
    return unit;
}

static int read_utf_16(const unsigned char *from, size_t size, bool big, uint32_t *to) {
    if (size < 2)
        return INCOMPLETE;
    uint32_t first = unit_at(from, 2, big);
    *to = first;
    if (first - 0xd800 >= 0x800)
        return 2;
    if (first >= 0xdc00)
        return ILLEGAL;
    if (size < 4)
        return INCOMPLETE;
    uint32_t second = unit_at(from + 2, 2, big);
    if (second - 0xdc00 >= 0x400)
        return ILLEGAL;
    *to = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
    return 4;
}

static int read_utf_32(const unsigned char *from, size_t size, bool big, uint32_t *to) {
    if (size < 4)
        return INCOMPLETE;
    *to = unit_at(from, 4, big);
    return *to > 0x10ffff || *to - 0xd800 < 0x800 ? ILLEGAL : 4;
}

/* Anything may be in one: what is written to checks it. */
static int read_wide(const unsigned char *from, size_t size, uint32_t *to) {
    if (size < 4)
        return INCOMPLETE;
    *to = unit_at(from, 4, false);
    return 4;
}

static int read_one(enum set set, const unsigned char *from, size_t size, uint32_t *to) {
    switch (set) {
    case UTF_8:
        return read_utf_8(from, size, to);
    case UTF_16_LITTLE:
    case UTF_16_BIG:
        return read_utf_16(from, size, set == UTF_16_BIG, to);
    case UTF_32_LITTLE:
    case UTF_32_BIG:
        return read_utf_32(from, size, set == UTF_32_BIG, to);
    case WIDE:
        return read_wide(from, size, to);
    default:
        *to = from[0];
        return set == ASCII && from[0] > 127 ? ILLEGAL : 1;
    }
}

/* Writing: how many bytes, or why none. */

static int write_utf_8(uint32_t c, unsigned char *to, size_t room) {
    int length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : c < 0x200000 ? 4 : c < 0x4000000 ? 5 : 6;
    if (c > 0x7fffffff)
        return ILLEGAL;
    if ((size_t)length > room)
        return NO_ROOM;
    if (length == 1) {
        to[0] = (unsigned char)c;
        return 1;
    }
    for (int i = length - 1; i > 0; i--, c >>= 6)
        to[i] = (unsigned char)(0x80 | (c & 0x3f));
    to[0] = (unsigned char)(0xffff00u >> length | c);
    return length;
}

static int write_units(const uint32_t *units, int count, int bytes, bool big, unsigned char *to, size_t room) {
    if ((size_t)(count * bytes) > room)
        return NO_ROOM;
    for (int i = 0; i < count * bytes; i++) {
        int byte = i % bytes;
        to[i] = (unsigned char)(units[i / bytes] >> 8 * (big ? bytes - 1 - byte : byte));
    }
    return count * bytes;
}

static int write_utf_16(uint32_t c, bool big, unsigned char *to, size_t room) {
    if (c > 0x10ffff)
        return ILLEGAL;
    uint32_t above = c - 0x10000;
    uint32_t units[] = {c < 0x10000 ? c : 0xd800 + (above >> 10), 0xdc00 + (above & 0x3ff)};
    return write_units(units, c < 0x10000 ? 1 : 2, 2, big, to, room);
}

static int write_one(enum set set, uint32_t c, unsigned char *to, size_t room) {
    if (room < least[set])
        return NO_ROOM;
    if (c - 0xd800 < 0x800 && set != WIDE)
        return ILLEGAL;
    switch (set) {
    case UTF_8:
        return write_utf_8(c, to, room);
    case UTF_16_LITTLE:
    case UTF_16_BIG:
        return write_utf_16(c, set == UTF_16_BIG, to, room);
    case UTF_32_LITTLE:
    case UTF_32_BIG:
        return c > 0x10ffff ? ILLEGAL : write_units(&c, 1, 4, set == UTF_32_BIG, to, room);
    case WIDE:
        return write_units(&c, 1, 4, false, to, room);
    default:
        /* Tags, by which languages were told, are left out. */
        if (c >> 7 == 0xe0000 >> 7)
            return 0;
        if (c > (set == ASCII ? 127u : 255u))
            return ILLEGAL;
        to[0] = (unsigned char)c;
        return 1;
    }
}

static size_t failed(int why) {
    errno = why == ILLEGAL ? EILSEQ : why == INCOMPLETE ? EINVAL : E2BIG;
    return (size_t)-1;
}

size_t iconv(iconv_t which, char **restrict from, size_t *restrict left, char **restrict to,
             size_t *restrict room) {
    const struct conversion *conversion = which;
    if (!from || !*from)
        return 0;
    while (*left > 0) {
        uint32_t c;
        /* Wide characters have no step in between: glibc looks for room before it reads. */
        if (conversion->to == WIDE && *left >= least[conversion->from] && *room < least[WIDE])
            return failed(NO_ROOM);
        int read = read_one(conversion->from, (const unsigned char *)*from, *left, &c);
        bool readable = read > 0;
        int written = readable ? write_one(conversion->to, c, (unsigned char *)*to, *room) : 0;
        int why = readable ? written : read;
        if (why == ILLEGAL && conversion->ignores)
            wf__unsupported("iconv that leaves out what cannot be converted (//IGNORE)");
        if (why == ILLEGAL && readable && conversion->transliterates)
            wf__unsupported("iconv that writes characters in other words (//TRANSLIT)");
        if (why < 0)
            return failed(why);
        *from += read;
        *left -= (size_t)read;
        *to += written;
        *room -= (size_t)written;
    }
    return 0;
}
