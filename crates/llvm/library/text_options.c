/* Of stdlib.h: options within options, and numbers in base 64. */
#include "library.h"

#include <stdlib.h>

/* Where a text has the character, or its end. */
static char *find(char *text, char c) {
    while (*text && *text != c)
        text++;
    return text;
}

int getsubopt(char **restrict options, char *const *restrict tokens, char **restrict value) {
    char *start = *options;
    if (!*start)
        return -1;
    char *end = find(start, ','), *equals = find(start, '=');
    if (equals > end)
        equals = end;
    size_t length = (size_t)(equals - start);
    bool more = *end;
    for (int i = 0; tokens[i]; i++)
        if (wfl_length(tokens[i]) == length && wfl_same_name(tokens[i], start, length)) {
            *value = equals < end ? equals + 1 : NULL;
            if (more)
                *end = 0;
            *options = more ? end + 1 : end;
            return i;
        }
    *value = start;
    if (more)
        *end = 0;
    *options = more ? end + 1 : end;
    return -1;
}

char *l64a(long value) {
    static char text[7];
    uint32_t left = (uint32_t)value;
    int length = 0;
    for (; left; left >>= 6)
        text[length++] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[left & 63];
    text[length] = 0;
    return text;
}

/* The value of a digit; 64 for what is none. */
static unsigned value_of(unsigned char c) {
    return c == '.' || c == '/'  ? c - '.'
           : wfl_is_digit(c)     ? c - '0' + 2u
           : c - 'A' < 26u       ? c - 'A' + 12u
           : c - (unsigned)'a' < 26 ? c - 'a' + 38u
                                 : 64;
}

long a64l(const char *text) {
    uint64_t result = 0;
    for (int i = 0; i < 6; i++) {
        unsigned value = value_of((unsigned char)text[i]);
        if (value == 64)
            break;
        result |= (uint64_t)value << 6 * i;
    }
    return (long)(uint32_t)result;
}
