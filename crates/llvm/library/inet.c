/* arpa/inet.h: byte order, and addresses as texts. */
#include "library.h"

#include <arpa/inet.h>

static char digit_of(unsigned value) { return "0123456789abcdef"[value]; }

#undef htonl
#undef htons
#undef ntohl
#undef ntohs
uint32_t htonl(uint32_t value) { return __builtin_bswap32(value); }
uint32_t ntohl(uint32_t value) { return __builtin_bswap32(value); }
uint16_t htons(uint16_t value) { return __builtin_bswap16(value); }
uint16_t ntohs(uint16_t value) { return __builtin_bswap16(value); }

/* The places of one number of inet_aton: decimal, 0 octal, 0x hexadecimal; null if there is none. */
static const char *part(const char *text, uint64_t *value) {
    int base = text[0] != '0' ? 10 : (text[1] | 32) == 'x' ? 16 : 8;
    if (base == 16)
        text += 2;
    const char *start = text;
    for (*value = 0; wfl_is_digit_of((unsigned char)*text, base); text++) {
        *value = *value * (unsigned)base + wfl_digit_of((unsigned char)*text, base);
        if (*value > UINT32_MAX)
            return NULL;
    }
    return text == start ? NULL : text;
}

/* One to four numbers, the last of which fills what is left. Behind them is the end, or what `*rest` gets. */
static bool numbers(const char *text, uint32_t *to) {
    uint32_t above = 0;
    for (int bytes = 4; bytes > 0; bytes--) {
        uint64_t value;
        text = part(text, &value);
        if (!text)
            return false;
        bool more = *text == '.';
        if (!more && *text && !wfl_is_space((unsigned char)*text))
            return false;
        if (!more) {
            *to = above | (uint32_t)value;
            return value >> 8 * bytes == 0;
        }
        if (value > 255 || bytes == 1)
            return false;
        above |= (uint32_t)value << 8 * (bytes - 1);
        text++;
    }
    return false;
}

int inet_aton(const char *text, struct in_addr *to) {
    uint32_t value;
    if (!numbers(text, &value))
        return 0;
    to->s_addr = __builtin_bswap32(value);
    return 1;
}

in_addr_t inet_addr(const char *text) {
    uint32_t value;
    return numbers(text, &value) ? __builtin_bswap32(value) : INADDR_NONE;
}

/* Writes four bytes with dots between; gives the end. */
static char *put_four(char *to, const unsigned char bytes[4]) {
    for (int i = 0; i < 4; i++) {
        unsigned byte = bytes[i];
        if (byte >= 100)
            *to++ = digit_of(byte / 100);
        if (byte >= 10)
            *to++ = digit_of(byte / 10 % 10);
        *to++ = digit_of(byte % 10);
        *to++ = '.';
    }
    *--to = 0;
    return to;
}

char *inet_ntoa(struct in_addr address) {
    static char text[INET_ADDRSTRLEN];
    put_four(text, (const unsigned char *)&address);
    return text;
}

static char *put_group(char *to, unsigned group) {
    int digits = group > 0xfff ? 4 : group > 0xff ? 3 : group > 0xf ? 2 : 1;
    while (digits-- > 0)
        *to++ = digit_of(group >> 4 * digits & 15);
    return to;
}

/* The longest row of groups that are zero, of two at least: it is written as two colons. */
static int longest_zeros(const unsigned groups[8], int *length) {
    int best = -1;
    *length = 1;
    for (int i = 0; i < 8; i++) {
        int n = 0;
        while (i + n < 8 && groups[i + n] == 0)
            n++;
        if (n > *length) {
            best = i;
            *length = n;
        }
    }
    return best;
}

static void put_six(char *to, const unsigned char bytes[16]) {
    unsigned groups[8];
    for (int i = 0; i < 8; i++)
        groups[i] = (unsigned)(bytes[2 * i] << 8 | bytes[2 * i + 1]);
    int length, zeros = longest_zeros(groups, &length);
    for (int i = 0; i < 8; i++) {
        if (i == zeros) {
            *to++ = ':';
            i += length - 1;
            if (i == 7)
                *to++ = ':';
            continue;
        }
        if (i > 0)
            *to++ = ':';
        /* Addresses of the fourth version in those of the sixth. */
        if (i == 6 && zeros == 0 && (length == 6 || (length == 7 && groups[7] != 1) ||
                                     (length == 5 && groups[5] == 0xffff))) {
            put_four(to, bytes + 12);
            return;
        }
        to = put_group(to, groups[i]);
    }
    *to = 0;
}

const char *inet_ntop(int family, const void *restrict from, char *restrict to, socklen_t room) {
    char text[INET6_ADDRSTRLEN];
    if (family == AF_INET) {
        put_four(text, from);
    } else if (family == AF_INET6) {
        put_six(text, from);
    } else {
        errno = EAFNOSUPPORT;
        return NULL;
    }
    size_t length = wfl_length(text) + 1;
    if (length > room) {
        errno = ENOSPC;
        return NULL;
    }
    wf__memcpy(to, text, length);
    return to;
}

/* Four decimal numbers without zeros before them, and nothing behind. */
static bool parse_four(const char *text, unsigned char to[4]) {
    for (int i = 0; i < 4; i++) {
        unsigned value = 0;
        int digits = 0;
        for (; wfl_is_digit((unsigned char)*text); text++, digits++) {
            if (digits > 0 && value == 0)
                return false;
            value = value * 10 + (unsigned)(*text - '0');
            if (value > 255)
                return false;
        }
        if (digits == 0 || *text != (i < 3 ? '.' : 0))
            return false;
        to[i] = (unsigned char)value;
        text++;
    }
    return true;
}

static bool parse_six(const char *text, unsigned char to[16]) {
    unsigned char bytes[16] = {0};
    int at = 0, gap = -1;
    if (text[0] == ':' && *++text != ':')
        return false;
    while (*text) {
        if (*text == ':') {
            if (gap >= 0)
                return false;
            gap = at;
            text++;
            continue;
        }
        const char *start = text;
        unsigned group = 0;
        while (wfl_digit_value((unsigned char)*text) < 16) {
            group = group << 4 | (unsigned)wfl_digit_value((unsigned char)*text++);
            if (text - start > 4)
                return false;
        }
        if (*text == '.') {
            if (at > 12 || !parse_four(start, bytes + at))
                return false;
            at += 4;
            break;
        }
        if (text == start || at > 14 || (*text && *text != ':'))
            return false;
        bytes[at++] = (unsigned char)(group >> 8);
        bytes[at++] = (unsigned char)group;
        if (*text == ':' && !*++text)
            return false;
    }
    if (gap < 0 ? at < 16 : at == 16)
        return false;
    /* What is behind the gap belongs to the end. */
    for (int i = 0; i < 16; i++) {
        int from = gap < 0 || i < gap ? i : i - (16 - at);
        to[i] = from >= (gap < 0 || i < gap ? 0 : gap) ? bytes[from] : 0;
    }
    return true;
}

int inet_pton(int family, const char *restrict text, void *restrict to) {
    unsigned char bytes[16];
    if (family != AF_INET && family != AF_INET6) {
        errno = EAFNOSUPPORT;
        return -1;
    }
    if (!(family == AF_INET ? parse_four(text, bytes) : parse_six(text, bytes)))
        return 0;
    wf__memcpy(to, bytes, family == AF_INET ? 4 : 16);
    return 1;
}
