/* Wide strings, classes of characters and conversions between character sets, beside glibc's. */
#include "check.h"

#include <iconv.h>
#include <inttypes.h>
#include <wchar.h>
#include <wctype.h>

#define WIDE(F)                                                                                    \
    F(wcsspn) F(wcscspn) F(wcspbrk) F(wcstok) F(wcsncat) F(wcpcpy) F(wcpncpy) F(wmempcpy)          \
    F(wcschrnul) F(wcscasecmp) F(wcsncasecmp) F(wcscoll) F(wcsxfrm) F(wcswidth) F(wctype)          \
    F(iswctype) F(wctrans) F(towctrans) F(wcstol) F(wcstoul) F(wcstod) F(wcstof) F(wcstoimax)      \
    F(iconv_open) F(iconv) F(iconv_close)
WIDE(MODEL)

static int sign(int value) { return value < 0 ? -1 : value > 0; }

static void random_wide(wchar_t *to, int size) {
    static const wchar_t letters[] = L"aAbBzZ01 -.\x7f\xe9";
    int length = random_below(size);
    for (int i = 0; i < length; i++)
        to[i] = letters[random_below(13)];
    to[length] = 0;
}

static void check_two_strings(void) {
    wchar_t a[12], b[12], ours[32] = {0}, theirs[32] = {0};
    random_wide(a, 12), random_wide(b, 12);
    size_t n = (size_t)random_below(14);
    CHECK(model_wcsspn(a, b) == wcsspn(a, b), "wcsspn %ls %ls", a, b);
    CHECK(model_wcscspn(a, b) == wcscspn(a, b), "wcscspn %ls %ls", a, b);
    CHECK(model_wcspbrk(a, b) == wcspbrk(a, b), "wcspbrk %ls %ls", a, b);
    CHECK(model_wcschrnul(a, *b) == wcschrnul(a, *b), "wcschrnul");
    CHECK(sign(model_wcscasecmp(a, b)) == sign(wcscasecmp(a, b)), "wcscasecmp");
    CHECK(sign(model_wcsncasecmp(a, b, n)) == sign(wcsncasecmp(a, b, n)), "wcsncasecmp");
    CHECK(sign(model_wcscoll(a, b)) == sign(wcscoll(a, b)), "wcscoll");
    CHECK(model_wcswidth(a, n) == wcswidth(a, n), "wcswidth");
    wcscpy(ours, b), wcscpy(theirs, b);
    CHECK(model_wcsncat(ours, a, n) == ours && wcsncat(theirs, a, n) == theirs, "wcsncat");
    CHECK(wmemcmp(ours, theirs, 32) == 0, "wcsncat");
    CHECK(model_wcpncpy(ours, a, n) - ours == wcpncpy(theirs, a, n) - theirs, "wcpncpy");
    CHECK(wmemcmp(ours, theirs, 32) == 0, "wcpncpy");
    CHECK(model_wcpcpy(ours, a) - ours == wcpcpy(theirs, a) - theirs, "wcpcpy");
    CHECK(model_wcsxfrm(NULL, a, 0) == wcsxfrm(NULL, a, 0), "wcsxfrm");
    wchar_t *rest = NULL, *more = NULL;
    for (int i = 0; i < 4; i++) {
        wchar_t *left = model_wcstok(i ? NULL : ours, b, &rest);
        wchar_t *right = wcstok(i ? NULL : theirs, b, &more);
        CHECK(!left == !right && (!left || (left - ours == right - theirs && !wcscmp(left, right))), "wcstok");
    }
}

static void check_classes(void) {
    static const char *const names[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower",
                                        "print", "punct", "space", "upper", "xdigit", "none"};
    for (int i = 0; i < 13; i++)
        for (wint_t c = 0; c < 300; c++)
            CHECK(!model_iswctype(c, model_wctype(names[i])) == !iswctype(c, wctype(names[i])),
                  "%s %d", names[i], c);
    for (wint_t c = 0; c < 300; c++) {
        CHECK(model_towctrans(c, model_wctrans("toupper")) == towctrans(c, wctrans("toupper")), "%d", c);
        CHECK(model_towctrans(c, model_wctrans("tolower")) == towctrans(c, wctrans("tolower")), "%d", c);
    }
    CHECK(!model_wctrans("none") == !wctrans("none"), "wctrans");
}

static void check_numbers(void) {
    static const wchar_t *const texts[] = {L"12", L" -0x1fz", L"99999999999999999999", L"077", L"", L"x",
                                           L"-1e3\xe9", L"inf", L"1e999", L".5.", L"0x1p3", L"nan(x)y", L"+"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        wchar_t *a, *b;
        for (int base = 0; base < 37; base += 6) {
            model_wfl_errno = errno = 0;
            CHECK(model_wcstol(texts[i], &a, base) == wcstol(texts[i], &b, base) && a == b, "wcstol %zu", i);
            CHECK(model_wfl_errno == errno, "wcstol %zu: errno %d %d", i, model_wfl_errno, errno);
            CHECK(model_wcstoul(texts[i], &a, base) == wcstoul(texts[i], &b, base) && a == b, "wcstoul %zu", i);
        }
        model_wfl_errno = errno = 0;
        double x = model_wcstod(texts[i], &a), y = wcstod(texts[i], &b);
        CHECK(memcmp(&x, &y, sizeof x) == 0 && a == b && model_wfl_errno == errno, "wcstod %zu", i);
        float v = model_wcstof(texts[i], &a), w = wcstof(texts[i], &b);
        CHECK(memcmp(&v, &w, sizeof v) == 0 && a == b, "wcstof %zu", i);
    }
}

/* Bytes that are near to characters. */
static size_t random_bytes(char *to, size_t size) {
    static const unsigned char near[] = {0x7f, 0x80, 0xbf, 0xc1, 0xc2, 0xdf, 0xe0, 0xa0, 0xed, 0x9f, 0xf0, 0x90,
                                         0xf4, 0x8f, 0xf5, 0xf8, 0xff, 0xd8, 0xdc, 0xdb, 0x00, 0x10, 0x01, 'a'};
    size_t length = (size_t)random_below((int)size);
    bool plain = random_below(2);
    for (size_t i = 0; i < length; i++)
        to[i] = (char)(plain && random_below(3) ? (unsigned)random_below(128) : near[random_below(24)]);
    return length;
}

static void convert(int step) {
    static const char *const sets[] = {"UTF-8", "ascii", "ISO-8859-1", "UTF-16LE", "UTF-16BE",
                                       "UTF-32LE", "UTF-32BE", "WCHAR_T", "", "latin1", "utf8"};
    const char *to = sets[random_below(11)], *from = sets[random_below(11)];
    char text[24], a[40] = "", b[40] = "", *in_a = text, *in_b = text, *out_a = a, *out_b = b;
    size_t left_a = random_bytes(text, sizeof text), left_b = left_a, room_a = (size_t)random_below(40), room_b = room_a;
    if (strncmp(from, "UTF-32", 6) == 0 && random_below(2))
        for (size_t i = 0; i < sizeof text; i++)
            text[i] = i % 4 == (from[6] == 'L' ? 0 : 3) ? text[i] : 0;
    /* A tag character. */
    if (strncmp(from, "UTF-32", 6) == 0 && random_below(8) == 0)
        memcpy(text + 4, from[6] == 'L' ? "\x41\0\x0e\0" : "\0\x0e\0\x41", 4);
    iconv_t ours = model_iconv_open(to, from), theirs = iconv_open(to, from);
    CHECK((ours == (iconv_t)-1) == (theirs == (iconv_t)-1), "iconv_open %s %s", to, from);
    if (theirs == (iconv_t)-1)
        return;
    model_wfl_errno = errno = 0;
    size_t x = model_iconv(ours, &in_a, &left_a, &out_a, &room_a), y = iconv(theirs, &in_b, &left_b, &out_b, &room_b);
    CHECK(x == y && model_wfl_errno == errno, "iconv %s to %s, step %d: %zd (%d), %zd (%d) for %02x %02x %02x %02x %02x %02x", from, to, step, x,
          model_wfl_errno, y, errno, (unsigned char)text[0], (unsigned char)text[1], (unsigned char)text[2], (unsigned char)text[3],
          (unsigned char)text[4], (unsigned char)text[5]);
    CHECK(in_a == in_b && left_a == left_b && out_a - a == out_b - b && room_a == room_b,
          "iconv %s to %s, step %d: read %zd, %zd; written %zd, %zd; errno %d", from, to, step, in_a - text, in_b - text,
          out_a - a, out_b - b, errno);
    CHECK(memcmp(a, b, (size_t)(out_b - b)) == 0, "iconv %s to %s, step %d", from, to, step);
    CHECK(model_iconv_close(ours) == iconv_close(theirs), "iconv_close");
}

void check_conversion(void) {
    for (int i = 0; i < 3000; i++)
        check_two_strings();
    check_classes();
    check_numbers();
    for (int i = 0; i < 30000; i++)
        convert(i);
}
