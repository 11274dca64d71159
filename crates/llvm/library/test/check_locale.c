/* C.UTF-8, beside glibc's. */
#include "check.h"

#include <fnmatch.h>
#include <langinfo.h>
#include <locale.h>
#include <wchar.h>
#include <wctype.h>

#define NAMES(F)                                                                                   \
    F(setlocale) F(newlocale) F(uselocale) F(duplocale) F(nl_langinfo) F(nl_langinfo_l)            \
    F(__ctype_get_mb_cur_max) F(mbrtowc) F(mbrlen) F(mbtowc) F(mblen) F(wcrtomb) F(wctomb)         \
    F(mbsinit) F(mbstowcs) F(mbsrtowcs) F(mbsnrtowcs) F(wcstombs) F(wcsrtombs) F(wcsnrtombs)       \
    F(btowc) F(wctob) F(wcwidth) F(wcswidth) F(towupper) F(towlower) F(iswctype) F(wctype)         \
    F(iswalpha_l) F(towupper_l) F(wcscasecmp) F(snprintf) F(swprintf) F(sscanf) F(setenv) F(unsetenv)\
    F(fnmatch)
NAMES(MODEL)
#define CLASSES(F)                                                                                 \
    F(iswalnum) F(iswalpha) F(iswblank) F(iswcntrl) F(iswdigit) F(iswgraph) F(iswlower)            \
    F(iswprint) F(iswpunct) F(iswspace) F(iswupper) F(iswxdigit)
CLASSES(MODEL)

static void check_names(void) {
    static const char all[] = "LC_CTYPE=C.utf8;LC_NUMERIC=C;LC_TIME=POSIX;LC_COLLATE=C;LC_MONETARY=C;LC_MESSAGES=C;"
                              "LC_PAPER=C;LC_NAME=C;LC_ADDRESS=C;LC_TELEPHONE=C;LC_MEASUREMENT=C;LC_IDENTIFICATION=C";
    static const char *const names[] = {NULL,      "C",          "POSIX",      "C.UTF-8",          "C.utf8",  "C.UTF8",
                                        "C.Utf-8", "C.ISO-8859", "en_US.FOO", "LC_CTYPE=C.UTF-8", "c.utf-8", all,
                                        "",        "C."};
    static const char *const values[] = {NULL, "", "C", "C.UTF-8", "C.utf8"};
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LC_TIME", "LANG"};
    /* Neither environment says anything at first. */
    for (size_t i = 0; i < 4; i++)
        model_unsetenv(variables[i]), unsetenv(variables[i]);
    for (int step = 0; step < 4000; step++) {
        const char *variable = variables[random_below(4)], *value = values[random_below(5)];
        if (value)
            model_setenv(variable, value, 1), setenv(variable, value, 1);
        else
            model_unsetenv(variable), unsetenv(variable);
        int category = random_below(3) ? random_below(15) - 1 : random_below(2) * LC_ALL;
        const char *name = names[random_below(sizeof names / sizeof *names)];
        const char *ours = model_setlocale(category, name), *theirs = setlocale(category, name);
        CHECK(!ours == !theirs && (!ours || !strcmp(ours, theirs)), "setlocale(%d, %s): model %s, glibc %s", category,
              name ? name : "null", ours ? ours : "null", theirs ? theirs : "null");
        CHECK(!strcmp(model_nl_langinfo(CODESET), nl_langinfo(CODESET)), "codeset %s", nl_langinfo(CODESET));
        SAME(model___ctype_get_mb_cur_max(), __ctype_get_mb_cur_max());
    }
    for (size_t i = 0; i < 4; i++)
        model_unsetenv(variables[i]), unsetenv(variables[i]);
}

static void check_objects(void) {
    int step = 0;
    locale_t ours = model_newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    locale_t theirs = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    locale_t our_c = model_newlocale(LC_ALL_MASK, "C", (locale_t)0), their_c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    SAME(model_iswalpha_l(0xe9, ours), iswalpha_l(0xe9, theirs));
    SAME(model_iswalpha_l(0xe9, our_c), iswalpha_l(0xe9, their_c));
    SAME(model_towupper_l(0xe9, ours), towupper_l(0xe9, theirs));
    model_setlocale(LC_ALL, "C"), setlocale(LC_ALL, "C");
    model_uselocale(ours), uselocale(theirs);
    SAME(model_iswalpha(0xe9), iswalpha(0xe9));
    SAME(model___ctype_get_mb_cur_max(), __ctype_get_mb_cur_max());
    model_uselocale(LC_GLOBAL_LOCALE), uselocale(LC_GLOBAL_LOCALE);
    SAME(model_iswalpha(0xe9), iswalpha(0xe9));
    CHECK(!strcmp(model_nl_langinfo_l(CODESET, ours), nl_langinfo_l(CODESET, theirs)), "nl_langinfo_l");
}

/* All code points, some beyond, and 0x110000 to make sure. */
static void check_code_points(void) {
    static const char *const names[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph",
                                        "lower", "print", "punct", "space", "upper", "xdigit"};
    wctype_t ours[12], theirs[12];
    for (int i = 0; i < 12; i++)
        ours[i] = model_wctype(names[i]), theirs[i] = wctype(names[i]);
    for (wint_t c = 0; c < 0x110200; c++) {
        int a = 0, b = 0, bit = 0;
#define ADD(name) a |= !!model_##name(c) << bit, b |= !!name(c) << bit, bit++;
        CLASSES(ADD)
        CHECK(a == b, "classes of %x: model %x, glibc %x", c, a, b);
        int i = (int)(c % 12);
        CHECK(!model_iswctype(c, ours[i]) == !iswctype(c, theirs[i]), "iswctype(%x, %s)", c, names[i]);
        CHECK(model_towupper(c) == towupper(c) && model_towlower(c) == towlower(c) &&
                  model_wcwidth((wchar_t)c) == wcwidth((wchar_t)c),
              "cases and width of %x", c);
        char x[8] = "", y[8] = "";
        mbstate_t state = {0}, other = {0};
        size_t n = model_wcrtomb(x, (wchar_t)c, &state), m = wcrtomb(y, (wchar_t)c, &other);
        CHECK(n == m && !memcmp(x, y, 8), "wcrtomb of %x", c);
    }
}

static int random_text(char *text, int limit) {
    static const char *const pieces[] = {"a",  "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xe2", "\x82", "\xc0",
                                         "\xed\xa0\x80", "\xf8\x88\x80\x80\x80", "\xe0\x80", "Z", " ", "\xff", "\xc3"};
    int length = 0;
    for (int i = random_below(6); i > 0; i--) {
        /* Mostly characters. */
        const char *piece = pieces[random_below(3) ? random_below(4) : random_below(14)];
        if (length + (int)strlen(piece) < limit)
            length += sprintf(text + length, "%s", piece);
    }
    text[length] = 0;
    return length;
}

static void check_strings(int step, const char *text) {
    wchar_t a[8], b[8];
    char x[12], y[12];
    const char *ours = text, *theirs = text;
    mbstate_t state = {0}, other = {0};
    size_t room = (size_t)random_below(8), size = (size_t)random_below(20);
    wmemset(a, 1, 8), wmemset(b, 1, 8);
    memset(x, 1, sizeof x), memset(y, 1, sizeof y);
    bool no_target = random_below(4) == 0;
    SAME(model_mbsnrtowcs(no_target ? NULL : a, &ours, size, room, &state),
         mbsnrtowcs(no_target ? NULL : b, &theirs, size, room, &other));
    CHECK(ours == theirs && !wmemcmp(a, b, 8), "mbsnrtowcs(%s, %zu, %zu)", text, size, room);
    ours = theirs = text;
    memset(&state, 0, sizeof state), memset(&other, 0, sizeof other);
    SAME(model_mbsrtowcs(no_target ? NULL : a, &ours, room, &state), mbsrtowcs(no_target ? NULL : b, &theirs, room, &other));
    /* Of a character that is none glibc passes bytes or not, by what room there is. */
    bool none = mbstowcs(NULL, text, 0) == (size_t)-1;
    CHECK((none || ours == theirs) && !wmemcmp(a, b, 8), "mbsrtowcs(%s, %zu)", text, room);
    SAME(model_mbstowcs(a, text, room), mbstowcs(b, text, room));
    wchar_t wide[] = {0xe9, 'x', 0x20ac, random_below(8) ? 'y' : 0xd801, 0x1f600, 0};
    const wchar_t *from = wide, *other_from = wide;
    room = (size_t)random_below(12);
    SAME(model_wcsnrtombs(no_target ? NULL : x, &from, size, room, NULL),
         wcsnrtombs(no_target ? NULL : y, &other_from, size, room, NULL));
    CHECK(from == other_from && !memcmp(x, y, sizeof x), "wcsnrtombs(%zu, %zu)", size, room);
    SAME(model_wcstombs(x, wide, room), wcstombs(y, wide, room));
    CHECK(!memcmp(x, y, sizeof x), "wcstombs(%zu)", room);
    SAME(model_wcswidth(wide, room), wcswidth(wide, room));
}

static void check_bytes(void) {
    mbstate_t state = {0}, other = {0};
    for (int step = 0; step < 60000; step++) {
        char text[24];
        int length = random_text(text, 24);
        size_t size = (size_t)random_below(length + 2);
        wchar_t a = 7, b = 7;
        if (random_below(3) == 0)
            memset(&state, 0, sizeof state), memset(&other, 0, sizeof other);
        SAME(model_mbrtowc(&a, text, size, &state), mbrtowc(&b, text, size, &other));
        CHECK(a == b && !model_mbsinit(&state) == !mbsinit(&other), "mbrtowc(%s, %zu)", text, size);
        SAME(model_mbrlen(text, size, NULL), mbrlen(text, size, NULL));
        SAME(model_mbtowc(&a, text, size), mbtowc(&b, text, size));
        SAME(model_mblen(text, size), mblen(text, size));
        if (random_below(5) == 0) {
            SAME(model_mbtowc(NULL, NULL, 0), mbtowc(NULL, NULL, 0));
            SAME(model_mblen(NULL, 0), mblen(NULL, 0));
            SAME(model_mbrtowc(NULL, NULL, 0, &state), mbrtowc(NULL, NULL, 0, &other));
        }
        CHECK(a == b, "mbtowc(%s, %zu)", text, size);
        check_strings(step, text);
    }
    for (int step = -1; step < 300; step++) {
        SAME(model_btowc(step), btowc(step));
        SAME(model_wctob((wint_t)step), wctob((wint_t)step));
    }
}

static void check_formats(void) {
    static const char *const formats[] = {"%ls|", "%5ls|", "%-7.3ls|", "%.4ls|", "%.0ls|", "%S", "%lc%ls"};
    static const wchar_t *const wide_formats[] = {L"%ls|%s\x20ac", L"%5ls|%-6s|", L"%-7.3ls|%.2s|", L"%.4ls|%5.1s|"};
    for (int step = 0; step < 20000; step++) {
        wchar_t text[8] = L"", a[24], b[24];
        char bytes[40] = "", x[64] = "", y[64] = "";
        for (int i = random_below(7); i >= 0; i--)
            text[i] = L"a\xe9\x20ac\x1f600" L"b"[random_below(5)];
        int which = random_below(7);
        if (which == 6) {
            wint_t c = (wint_t)random_below(0x3000);
            SAME(model_snprintf(x, 64, "%lc|%5lc", c, c), snprintf(y, 64, "%lc|%5lc", c, c));
        } else {
            size_t size = (size_t)random_below(20);
            SAME(model_snprintf(x, size, formats[which], text), snprintf(y, size, formats[which], text));
        }
        CHECK(!memcmp(x, y, 64), "snprintf %s: model %s, glibc %s", formats[which], x, y);
        wmemset(a, 1, 24), wmemset(b, 1, 24);
        which = random_below(4);
        size_t size = (size_t)random_below(24);
        wcstombs(bytes, text, 40);
        SAME(model_swprintf(a, size, wide_formats[which], text, bytes), swprintf(b, size, wide_formats[which], text, bytes));
        CHECK(!wmemcmp(a, b, 24), "swprintf %ls", wide_formats[which]);
        wmemset(a, 1, 24), wmemset(b, 1, 24);
        static const char *const scans[] = {"%ls", "%3ls", "%2lc", "%lc%ls", "%*1ls%ls"};
        which = random_below(5);
        SAME(model_sscanf(bytes, scans[which], a, a + 10), sscanf(bytes, scans[which], b, b + 10));
        CHECK(!wmemcmp(a, b, 24), "sscanf %s of %s", scans[which], bytes);
        wchar_t other[8];
        for (int i = 0; i < 8; i++)
            other[i] = random_below(3) ? (wchar_t)towupper((wint_t)text[i]) : text[i];
        SAME(model_wcscasecmp(text, other) == 0, wcscasecmp(text, other) == 0);
    }
}

/* Joins some of the pieces. */
static void join(char *text, int count, const char *const *pieces, int from) {
    *text = 0;
    while (count-- > 0)
        strcat(text, pieces[random_below(from)]);
}

static void check_patterns(void) {
    static const char *const pieces[] = {"a", "*", "?", "[", "]", "-", "!", "\xc3\xa9", "\xe2\x82\xac", "[:alpha:]",
                                         "[:upper:]", "\xc3\x89", "[^", "[!", "[[:lower:]]", "\\", "[.\xc3\xa9.]", "[=a=]", "\xc3"};
    static const char *const texts[] = {"a", "\xc3\xa9", "\xc3\x89", "\xe2\x82\xac", "A", "b", "\xc3", "\x82"};
    static const int flags[] = {0, FNM_NOESCAPE, FNM_CASEFOLD, FNM_PERIOD | FNM_PATHNAME};
    for (int step = 0; step < 150000; step++) {
        char pattern[64], text[32];
        int valid = random_below(10) > 0, how = flags[random_below(4)];
        join(pattern, random_below(7), pieces, valid ? 18 : 19);
        join(text, random_below(5), texts, valid ? 6 : 8);
        /* glibc looks for the end of a range behind that of the pattern. */
        if (*pattern && pattern[strlen(pattern) - 1] == '-')
            continue;
        int ours = model_fnmatch(pattern, text, how), theirs = fnmatch(pattern, text, how);
        CHECK(!ours == !theirs, "fnmatch %s %s %d: model %d, glibc %d", pattern, text, how, ours, theirs);
    }
}

void check_locale_utf8(void) {
    check_names();
    check_objects();
    if (!setlocale(LC_ALL, "C.UTF-8"))
        CHECK(false, "glibc has no C.UTF-8 here");
    model_setlocale(LC_ALL, "C.UTF-8");
    check_code_points();
    check_bytes();
    check_formats();
    check_patterns();
    model_setlocale(LC_ALL, "C"), setlocale(LC_ALL, "C");
}
