/* scanf: random formats on random text. */
#include "check.h"

#include <wchar.h>

extern int model___isoc99_sscanf(const char *, const char *, ...);
extern int model_sscanf_old(const char *, const char *, ...) __asm__("model_sscanf");
MODEL(fmemopen);
MODEL(fgetc);
MODEL(fclose);
extern int model___isoc99_fscanf(FILE *, const char *, ...);

/* Room for any argument, and what is written where. */
union room {
    char bytes[64];
    long double align;
};

static const char *conversions[] = {
    "d",  "i",  "u",  "o",   "x",   "X",    "p",   "f",    "lf",  "Lf",  "e",    "g",   "a",
    "s",  "c",  "[ab]", "[^ b]", "[0-9a]", "[]x]", "[^]a]", "[a-]", "n", "hhd", "hd", "ld", "lld",
    "hhx", "lu", "zu", "jd", "hn", "5d", "1d", "2x", "3i", "2s", "3c", "2[a-z]", "4f", "1lf", "6lf",
    "*d", "*s", "*2c", "*[a]", "*f", "ls", "%", "2p", "*n", "0d", "3u", "y"};

static void random_format(char *format) {
    static const char *between[] = {"", " ", "  ", "", "a", ",", " x", "", "%n", ""};
    char *at = format;
    for (int i = 1 + random_below(4); i > 0; i--) {
        at = stpcpy(at, between[random_below(10)]);
        *at++ = '%';
        int count = sizeof conversions / sizeof *conversions;
        at = stpcpy(at, conversions[random_below(count)]);
    }
    stpcpy(at, between[random_below(10)]);
}

static void random_text(char *text) {
    static const char *pieces[] = {
        " ", "\n", "12", "-7", "+", "-", "0x1f", "0x", "0", "08", "1.5", "-2.5e3", "1e", "1e+",
        ".5", ".", "abc", "ab ba", "a", "b", "x", "inf", "infinity", "infin", "nan", "(nil)", "(ni",
        "99999999999999999999", "-9223372036854775809", "0x1.8p3", "0x.p1", ",", "%", "]]x", "a-",
        "77", "3000000000", "\xe4", "nax", "i", "00012"};
    char *at = text;
    for (int i = random_below(7); i > 0; i--) {
        at = stpcpy(at, pieces[random_below(sizeof pieces / sizeof *pieces)]);
        if (random_below(2))
            at = stpcpy(at, " ");
    }
    *at = 0;
}

#define PASS(room) room[0], room[1], room[2], room[3], room[4], room[5], room[6], room[7], room[8]

static void compare(const char *text, const char *format) {
    static union room ours[9], theirs[9];
    memset(ours, 'x', sizeof ours);
    memset(theirs, 'x', sizeof theirs);
    errno = model_wfl_errno = 0;
    int a = model___isoc99_sscanf(text, format, &ours[0], &ours[1], &ours[2], &ours[3], &ours[4],
                                  &ours[5], &ours[6], &ours[7], &ours[8]);
    int b = sscanf(text, format, &theirs[0], &theirs[1], &theirs[2], &theirs[3], &theirs[4],
                   &theirs[5], &theirs[6], &theirs[7], &theirs[8]);
    bool same = memcmp(ours, theirs, sizeof ours) == 0;
    CHECK(a == b && same && errno == model_wfl_errno,
          "sscanf(\"%s\", \"%s\"): model %d, glibc %d, values %s, errno %d and %d", text, format, a,
          b, same ? "equal" : "differ", model_wfl_errno, errno);
}

/* The same on streams: what is left unread must agree too. */
static void compare_streams(char *text, const char *format) {
    static union room ours[9], theirs[9];
    memset(ours, 'x', sizeof ours);
    memset(theirs, 'x', sizeof theirs);
    FILE *our_file = model_fmemopen(text, strlen(text), "r"), *file = fmemopen(text, strlen(text), "r");
    int a = model___isoc99_fscanf(our_file, format, &ours[0], &ours[1], &ours[2], &ours[3],
                                  &ours[4], &ours[5], &ours[6], &ours[7], &ours[8]);
    int b = fscanf(file, format, &theirs[0], &theirs[1], &theirs[2], &theirs[3], &theirs[4],
                   &theirs[5], &theirs[6], &theirs[7], &theirs[8]);
    int c = model_fgetc(our_file), d = fgetc(file);
    bool same = memcmp(ours, theirs, sizeof ours) == 0;
    CHECK(a == b && c == d && same, "fscanf(\"%s\", \"%s\"): model %d then %d, glibc %d then %d",
          text, format, a, c, b, d);
    model_fclose(our_file);
    fclose(file);
}

static void check_allocation(void) {
    char *p = NULL, *q = NULL, *r = NULL;
    wchar_t *w = NULL;
    int count = model___isoc99_sscanf("hello world! xyz wide", "%ms %m[^!]%3mc%*s%mls", &p, &q, &r, &w);
    CHECK(count == 4 && !strcmp(p, "hello") && !strcmp(q, "world") && !memcmp(r, "! x", 3) &&
              !wcscmp(w, L"wide"),
          "%%m: %d", count);
    char *long_text = malloc(5000);
    memset(long_text, 'q', 4999);
    long_text[4999] = 0;
    count = model___isoc99_sscanf(long_text, "%ms", &p);
    CHECK(count == 1 && !strcmp(p, long_text), "%%ms of 4999 characters");
    char *old = NULL;
    count = model_sscanf_old("allocated", "%as", &old);
    CHECK(count == 1 && old && !strcmp(old, "allocated"), "%%as");
    free(long_text);
}

void check_scan(void) {
    char format[256], text[512];
    for (int i = 0; i < 30000; i++) {
        random_format(format);
        random_text(text);
        compare(text, format);
        if (*text && i % 4 == 0)
            compare_streams(text, format);
    }
    check_allocation();
}
