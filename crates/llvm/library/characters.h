/*
 * What a character is: a byte of ASCII in the C locale, a sequence of UTF-8 in C.UTF-8. What programs do that stay
 * in the C locale asks for no more than `wfl_utf8`.
 */
#ifndef WFL_CHARACTERS_H
#define WFL_CHARACTERS_H

#include "library.h"

#include <locale.h>
#include <wchar.h>

/* locale.c: whether the locale in use is C.UTF-8, as far as characters go. */
extern bool wfl_utf8;

/* What a locale_t points to: the locale of each category, of which only that of characters makes a difference. */
struct wfl_locale {
    bool utf8;
};

static inline bool wfl_is_utf8(locale_t locale) {
    return locale == LC_GLOBAL_LOCALE ? wfl_utf8 : ((const struct wfl_locale *)(void *)locale)->utf8;
}

/* multibyte.c: mbrtowc() of bytes, and wcrtomb(), in the locale in use. */
size_t wfl_decode(wchar_t *to, const char *from, size_t size, mbstate_t *state);
size_t wfl_encode(char to[6], wchar_t c);
/* The bytes of the character that a text of UTF-8 begins with, 0 if it begins with none. */
int wfl_utf8_length(const unsigned char *text, size_t size, uint32_t *c);

/* wide_classes.c: classes as bits, in the order below. */
enum wfl_class {
    WFL_ALNUM,
    WFL_ALPHA,
    WFL_BLANK,
    WFL_CNTRL,
    WFL_DIGIT,
    WFL_GRAPH,
    WFL_LOWER,
    WFL_PRINT,
    WFL_PUNCT,
    WFL_SPACE,
    WFL_UPPER,
    WFL_XDIGIT,
    WFL_CLASSES,
};
/* Of characters that are not ASCII, in UTF-8. */
bool wfl_wide_is(uint32_t c, enum wfl_class class);
int wfl_wide_width(uint32_t c);
uint32_t wfl_wide_to_upper(uint32_t c);
uint32_t wfl_wide_to_lower(uint32_t c);

#endif
