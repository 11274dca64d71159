/* uchar.h: between bytes and the characters of UTF-16 and UTF-32. */
#include "characters.h"

#include <uchar.h>

/* Set in a state that keeps the second half of a pair. */
enum { HALF = 1 << 30 };

static size_t decode32(char32_t *to, const char *from, size_t size, mbstate_t *state) {
    wchar_t c = 0;
    size_t result = wfl_decode(&c, from, size, state);
    if (from && to && result <= 6)
        *to = (char32_t)c;
    return result;
}

size_t mbrtoc32(char32_t *restrict to, const char *restrict from, size_t size, mbstate_t *restrict state) {
    static mbstate_t own;
    return decode32(to, from, size, state ? state : &own);
}

size_t c32rtomb(char *restrict to, char32_t c, mbstate_t *restrict state) {
    (void)state;
    return to ? wfl_encode(to, (wchar_t)c) : 1;
}

size_t mbrtoc16(char16_t *restrict to, const char *restrict from, size_t size, mbstate_t *restrict state) {
    static mbstate_t own;
    state = state ? state : &own;
    char32_t c = 0;
    if (state->__count & HALF) {
        state->__count = 0;
        if (to)
            *to = (char16_t)state->__value.__wch;
        state->__value.__wch = 0;
        return (size_t)-3;
    }
    size_t result = decode32(&c, from, size, state);
    if (!from || result > 6)
        return result;
    if (c > 0x10ffff)
        wf__unsupported("mbrtoc16 of a character that UTF-16 does not have");
    if (c > 0xffff) {
        state->__count = HALF;
        state->__value.__wch = 0xdc00 + (c & 0x3ff);
        c = 0xd7c0 + (c >> 10);
    }
    if (to)
        *to = (char16_t)c;
    return result;
}

size_t c16rtomb(char *restrict to, char16_t c, mbstate_t *restrict state) {
    static mbstate_t own;
    state = state ? state : &own;
    if (!to) {
        state->__count = 0;
        return 1;
    }
    uint32_t whole = c;
    bool second = state->__count & HALF;
    state->__count = 0;
    if (second) {
        if ((whole & 0xfc00) != 0xdc00) {
            errno = EILSEQ;
            return (size_t)-1;
        }
        whole = 0x10000 + ((state->__value.__wch & 0x3ffu) << 10) + (whole & 0x3ff);
    } else if ((whole & 0xfc00) == 0xd800) {
        state->__count = HALF;
        state->__value.__wch = whole;
        return 0;
    }
    return wfl_encode(to, (wchar_t)whole);
}
