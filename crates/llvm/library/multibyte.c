/*
 * wchar.h and stdlib.h: between bytes and wide characters. In the C locale a byte is a character, and only ASCII is
 * one; in C.UTF-8 glibc knows sequences of up to six bytes.
 */
#include "characters.h"

#include <stdio.h>
#include <stdlib.h>

static size_t illegal(void) {
    errno = EILSEQ;
    return (size_t)-1;
}

/* How many bytes a character has that begins with this one; 0 if none does. */
static int sequence(unsigned char lead) {
    static const unsigned char least[] = {0xc2, 0xe0, 0xf0, 0xf8, 0xfc};
    int count = 1;
    while (count < 6 && lead >= least[count - 1])
        count++;
    return count == 1 || lead > 0xfd ? 0 : count;
}

/* Longer than it has to be, or half of a pair. */
static bool is_wrong(uint32_t c, int count) {
    return (count > 2 && c >> (5 * count - 4) == 0) || c - 0xd800 < 0x800;
}

/* What a state holds of a character that has begun: its bytes so far and in all, and their bits. */
static int seen_of(const mbstate_t *state) { return state->__count & 7; }
static int length_of(const mbstate_t *state) { return state->__count >> 3; }

static size_t decode_utf8(wchar_t *to, const unsigned char *from, size_t size, mbstate_t *state) {
    int seen = seen_of(state), count = length_of(state);
    uint32_t c = state->__value.__wch;
    size_t used = 0;
    if (size == 0)
        return (size_t)-2;
    if (seen == 0) {
        c = from[used++];
        if (c < 128) {
            if (to)
                *to = (wchar_t)c;
            return c != 0;
        }
        count = sequence((unsigned char)c);
        if (count == 0)
            return illegal();
        c &= 0x7fu >> count;
        seen = 1;
    }
    for (; seen < count && used < size; seen++, used++) {
        if ((from[used] & 0xc0) != 0x80)
            return illegal();
        c = c << 6 | (from[used] & 0x3f);
    }
    if (seen < count) {
        state->__count = count << 3 | seen;
        state->__value.__wch = c;
        return (size_t)-2;
    }
    if (is_wrong(c, count))
        return illegal();
    state->__count = 0;
    if (to)
        *to = (wchar_t)c;
    return used;
}

int wfl_utf8_length(const unsigned char *text, size_t size, uint32_t *c) {
    mbstate_t state = {0};
    wchar_t decoded;
    int before = errno;
    size_t length = decode_utf8(&decoded, text, size, &state);
    errno = before;
    if (length > 6)
        return 0;
    *c = (uint32_t)decoded;
    return length == 0 ? 1 : (int)length;
}

size_t wfl_decode(wchar_t *to, const char *from, size_t size, mbstate_t *state) {
    if (wfl_utf8)
        return from ? decode_utf8(to, (const unsigned char *)from, size, state)
                    : decode_utf8(NULL, (const unsigned char *)"", 1, state);
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

static size_t encode_utf8(char *to, uint32_t c) {
    if (c > INT32_MAX || c - 0xd800 < 0x800)
        return illegal();
    int count = 2;
    while (count < 6 && c >> (5 * count + 1))
        count++;
    for (int i = count - 1; i > 0; i--, c >>= 6)
        to[i] = (char)(0x80 | (c & 0x3f));
    to[0] = (char)(0xff00 >> count | c);
    return (size_t)count;
}

size_t wfl_encode(char to[6], wchar_t c) {
    if ((uint32_t)c > 127)
        return wfl_utf8 ? encode_utf8(to, (uint32_t)c) : illegal();
    *to = (char)c;
    return 1;
}

size_t mbrtowc(wchar_t *restrict to, const char *restrict from, size_t size, mbstate_t *restrict state) {
    static mbstate_t own;
    return wfl_decode(from ? to : NULL, from, size, state ? state : &own);
}

size_t mbrlen(const char *restrict from, size_t size, mbstate_t *restrict state) {
    static mbstate_t own;
    return wfl_decode(NULL, from, size, state ? state : &own);
}

/* A zero ends whatever has begun, also where no byte may be looked at. */
static int decode_whole(wchar_t *to, const char *from, size_t size, mbstate_t *state) {
    if (!*from) {
        if (to)
            *to = 0;
        return 0;
    }
    size_t result = wfl_decode(to, from, size, state);
    return result > 6 ? -1 : (int)result;
}

int mbtowc(wchar_t *restrict to, const char *restrict from, size_t size) {
    static mbstate_t own;
    if (!from)
        own.__count = 0;
    return from ? decode_whole(to, from, size, &own) : 0;
}

int mblen(const char *from, size_t size) {
    mbstate_t state = {0};
    return from ? decode_whole(NULL, from, size, &state) : 0;
}

size_t wcrtomb(char *restrict to, wchar_t c, mbstate_t *restrict state) {
    (void)state;
    return to ? wfl_encode(to, c) : 1;
}

int wctomb(char *to, wchar_t c) { return to ? (int)wfl_encode(to, c) : 0; }

int mbsinit(const mbstate_t *state) { return !wfl_utf8 || !state || seen_of(state) == 0; }

/* The same as below, in the C locale. */
static size_t decode_ascii(wchar_t *to, const char **from, size_t size, size_t count) {
    const char *at = *from;
    size_t done = 0;
    bool ends = false, bad = false;
    for (; done < size && (!to || done < count); done++) {
        unsigned char byte = (unsigned char)at[done];
        bad = byte > 127;
        if (bad)
            break;
        if (to)
            to[done] = byte;
        ends = !byte;
        if (ends)
            break;
    }
    if (to)
        *from = ends ? NULL : at + done;
    return bad ? illegal() : done;
}

/* From at most `size` bytes to at most `count` characters. Where nothing is stored, neither state nor source change. */
static size_t decode_string(wchar_t *to, const char **from, size_t size, size_t count, mbstate_t *state) {
    if (!wfl_utf8)
        return decode_ascii(to, from, size, count);
    mbstate_t begun = *state;
    const char *at = *from;
    size_t done = 0, result = 0;
    for (; !to || done < count; done++) {
        wchar_t c;
        result = wfl_decode(&c, at, size, &begun);
        if (result > 6)
            break;
        if (to)
            to[done] = c;
        if (result == 0) {
            at = NULL;
            break;
        }
        at += result;
        size -= result;
    }
    /* A beginning of a character at the end of the bytes. */
    if (result == (size_t)-2)
        at += size;
    if (to) {
        *from = at;
        *state = begun;
    }
    return result == (size_t)-1 ? result : done;
}

size_t mbstowcs(wchar_t *restrict to, const char *restrict from, size_t count) {
    mbstate_t state = {0};
    const char *at = from;
    return decode_string(to, &at, SIZE_MAX / 2, count, &state);
}

size_t mbsnrtowcs(wchar_t *restrict to, const char **restrict from, size_t size, size_t count,
                  mbstate_t *restrict state) {
    static mbstate_t own;
    return decode_string(to, from, size, count, state ? state : &own);
}

size_t mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t count, mbstate_t *restrict state) {
    static mbstate_t own;
    return decode_string(to, from, SIZE_MAX / 2, count, state ? state : &own);
}

/* From at most `size` characters to at most `count` bytes. */
static size_t encode_string(char *to, const wchar_t **from, size_t size, size_t count) {
    const wchar_t *at = *from;
    size_t done = 0;
    for (; size > 0 && (!to || done < count); size--, at++) {
        char bytes[6];
        size_t length = wfl_encode(bytes, *at);
        if (length > 6) {
            done = length;
            break;
        }
        if (to && done + length > count)
            break;
        if (to)
            for (size_t i = 0; i < length; i++)
                to[done + i] = bytes[i];
        if (!*at) {
            at = NULL;
            break;
        }
        done += length;
    }
    if (to)
        *from = at;
    return done;
}

size_t wcstombs(char *restrict to, const wchar_t *restrict from, size_t count) {
    const wchar_t *at = from;
    return encode_string(to, &at, SIZE_MAX, count);
}

size_t wcsnrtombs(char *restrict to, const wchar_t **restrict from, size_t size, size_t count,
                  mbstate_t *restrict state) {
    (void)state;
    return encode_string(to, from, size, count);
}

size_t wcsrtombs(char *restrict to, const wchar_t **restrict from, size_t count, mbstate_t *restrict state) {
    (void)state;
    return encode_string(to, from, SIZE_MAX, count);
}

wint_t btowc(int c) { return (unsigned)c > 127 ? WEOF : (wint_t)c; }
int wctob(wint_t c) { return c > 127 ? EOF : (int)c; }

size_t __ctype_get_mb_cur_max(void) { return wfl_utf8 ? 6 : 1; }
