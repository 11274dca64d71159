/* string.h and ctype.h on random strings. */
#include "check.h"

#include <ctype.h>
#include <libgen.h>
#include <strings.h>
#include <unistd.h>
#undef basename

#define STRINGS(F)                                                                                 \
    F(memcmp) F(memchr) F(memrchr) F(memmem) F(memccpy) F(mempcpy) F(memmove) F(memset)            \
    F(rawmemchr) F(strlen) F(strnlen) F(strcpy) F(stpcpy) F(strncpy) F(stpncpy) F(strcat)          \
    F(strncat) F(strcmp) F(strncmp) F(strcasecmp) F(strncasecmp) F(strverscmp) F(strchr)           \
    F(strrchr) F(strchrnul) F(strspn) F(strcspn) F(strpbrk) F(strstr) F(strcasestr) F(strtok_r)    \
    F(strsep) F(strdup) F(strndup) F(strxfrm) F(strcoll) F(strtok) F(dirname) F(strerror)          \
    F(strsignal) F(swab) F(memfrob) F(ffs) F(ffsl) F(__xpg_basename) F(strerror_r)                 \
    F(__xpg_strerror_r)
extern char *basename(const char *);
extern int __xpg_strerror_r(int, char *, size_t);
STRINGS(MODEL)
MODEL(basename);

/* A string over few letters, so that things match. */
static void random_string(char *to, int limit) {
    static const char letters[] = "aabAB0012./\x80\xff ";
    int length = random_below(limit);
    for (int i = 0; i < length; i++)
        to[i] = letters[random_below(random_below(3) ? 4 : 14)];
    to[length] = 0;
}

#define SAME_RESULT(what, ours, theirs)                                                                   \
    CHECK((ours) == (theirs), what " \"%s\" \"%s\" %zu: model %ld, glibc %ld", a, b, n,            \
          (long)(ours), (long)(theirs))
/* How strings are ordered: on x86-64 to the number. On i386 what glibc returns depends on where the strings lie, but for its
   sign. */
#ifdef __x86_64__
#define SAME_ORDER SAME_RESULT
#else
#define SAME_ORDER(what, ours, theirs)                                                             \
    SAME_RESULT(what, ((ours) > 0) - ((ours) < 0), ((theirs) > 0) - ((theirs) < 0))
#endif
/* Pointers into a, as offsets. */
static long offset(const void *pointer, const void *base) {
    return pointer ? (const char *)pointer - (const char *)base : -1;
}
#define OFFSET(pointer, base) offset(pointer, base)
#define SAME_PLACE(what, ours, theirs)                                                             \
    SAME_RESULT(what, OFFSET((char *)(ours), a), OFFSET((char *)(theirs), a))

static void compare_searches(char *a, char *b, size_t n, int c) {
    size_t size = strlen(a) + 1;
    size_t m = n < size ? n : size;
    SAME_RESULT("strlen", model_strlen(a), strlen(a));
    SAME_RESULT("strnlen", model_strnlen(a, n), strnlen(a, n));
    SAME_ORDER("strcmp", model_strcmp(a, b), strcmp(a, b));
    SAME_ORDER("strncmp", model_strncmp(a, b, n), strncmp(a, b, n));
    SAME_ORDER("strcasecmp", model_strcasecmp(a, b), strcasecmp(a, b));
    SAME_ORDER("strncasecmp", model_strncasecmp(a, b, n), strncasecmp(a, b, n));
    SAME_RESULT("strcoll", model_strcoll(a, b) > 0, strcoll(a, b) > 0);
    int ours = model_strverscmp(a, b), theirs = strverscmp(a, b);
    SAME_RESULT("strverscmp", (ours > 0) - (ours < 0), (theirs > 0) - (theirs < 0));
    SAME_PLACE("strchr", model_strchr(a, c), strchr(a, c));
    SAME_PLACE("strrchr", model_strrchr(a, c), strrchr(a, c));
    SAME_PLACE("strchrnul", model_strchrnul(a, c), strchrnul(a, c));
    SAME_RESULT("strspn", model_strspn(a, b), strspn(a, b));
    SAME_RESULT("strcspn", model_strcspn(a, b), strcspn(a, b));
    SAME_PLACE("strpbrk", model_strpbrk(a, b), strpbrk(a, b));
    SAME_PLACE("strstr", model_strstr(a, b), strstr(a, b));
    SAME_PLACE("strcasestr", model_strcasestr(a, b), strcasestr(a, b));
    SAME_PLACE("memchr", model_memchr(a, c, m), memchr(a, c, m));
    SAME_PLACE("memrchr", model_memrchr(a, c, m), memrchr(a, c, m));
    SAME_PLACE("memmem", model_memmem(a, m, b, strlen(b)), memmem(a, m, b, strlen(b)));
    SAME_PLACE("basename", model_basename(a), basename(a));
    SAME_PLACE("rawmemchr", model_rawmemchr(a, 0), rawmemchr(a, 0));
    size_t common = strlen(b) + 1 < m ? strlen(b) + 1 : m;
    /* Which number it is beside its sign depends on the processor. */
    ours = model_memcmp(a, b, common), theirs = memcmp(a, b, common);
    SAME_RESULT("memcmp", (ours > 0) - (ours < 0), (theirs > 0) - (theirs < 0));
}

/* Runs the same call on two equal buffers, and compares result and buffers. */
#define ON_BUFFER(what, ours_call, theirs_call)                                                    \
    do {                                                                                           \
        char x[256], y[256], *to = x;                                                              \
        memset(x, 'z', sizeof x);                                                                  \
        strcpy(x + 8, a);                                                                          \
        memcpy(y, x, sizeof x);                                                                    \
        to = x + 8;                                                                                \
        long ours = OFFSET(ours_call, to);                                                         \
        to = y + 8;                                                                                \
        long theirs = OFFSET(theirs_call, to);                                                     \
        CHECK(ours == theirs && memcmp(x, y, sizeof x) == 0,                                       \
              what " \"%s\" \"%s\" %zu: model %ld, glibc %ld", a, b, n, ours, theirs);             \
    } while (0)

static void compare_writers(const char *a, const char *b, size_t n, int c) {
    ON_BUFFER("strcpy", model_strcpy(to, b), strcpy(to, b));
    ON_BUFFER("stpcpy", model_stpcpy(to, b), stpcpy(to, b));
    ON_BUFFER("strncpy", model_strncpy(to, b, n), strncpy(to, b, n));
    ON_BUFFER("stpncpy", model_stpncpy(to, b, n), stpncpy(to, b, n));
    ON_BUFFER("strcat", model_strcat(to, b), strcat(to, b));
    ON_BUFFER("strncat", model_strncat(to, b, n), strncat(to, b, n));
    ON_BUFFER("memset", model_memset(to, c, n), memset(to, c, n));
    ON_BUFFER("memmove", model_memmove(to, to + n, n), memmove(to, to + n, n));
    ON_BUFFER("mempcpy", model_mempcpy(to, b, strlen(b)), mempcpy(to, b, strlen(b)));
    size_t m = n <= strlen(b) ? n : strlen(b) + 1;
    ON_BUFFER("memccpy", model_memccpy(to, b, c, m), memccpy(to, b, c, m));
    ON_BUFFER("xpg_basename", model___xpg_basename(to) == NULL ? NULL : to,
              __xpg_basename(to) == NULL ? NULL : to);
    char x[64], y[64];
    strcpy(x, a), strcpy(y, a);
    CHECK(strcmp(model___xpg_basename(x), __xpg_basename(y)) == 0, "basename %s", a);
    strcpy(x, a), strcpy(y, a);
    char *ours = model_dirname(x), *theirs = dirname(y);
    CHECK(strcmp(ours, theirs) == 0, "dirname \"%s\": \"%s\" \"%s\"", a, ours, theirs);
    ours = model_strndup(a, n);
    theirs = strndup(a, n);
    CHECK(strcmp(ours, theirs) == 0, "strndup %s %zu", a, n);
    ours = model_strdup(a);
    CHECK(strcmp(ours, a) == 0, "strdup %s", a);
    size_t r1 = model_strxfrm(x, a, n), r2 = strxfrm(y, a, n);
    CHECK(r1 == r2 && memcmp(x, y, n < r2 + 1 ? n : r2 + 1) == 0, "strxfrm %s %zu", a, n);
}

static void compare_tokens(const char *a, const char *delimiters) {
    char x[64], y[64], *s = NULL, *t = NULL;
    strcpy(x, a), strcpy(y, a);
    char *p = x, *q = y;
    for (int i = 0; i < 8; i++) {
        char *ours = model_strtok_r(i ? NULL : x, delimiters, &s);
        char *theirs = strtok_r(i ? NULL : y, delimiters, &t);
        CHECK(OFFSET(ours, x) == OFFSET(theirs, y) && s - x == t - y && memcmp(x, y, 40) == 0,
              "strtok_r \"%s\" \"%s\"", a, delimiters);
        if (!theirs)
            break;
    }
    strcpy(x, a), strcpy(y, a);
    for (int i = 0; i < 8; i++) {
        char *ours = model_strsep(&p, delimiters), *theirs = strsep(&q, delimiters);
        CHECK(OFFSET(ours, x) == OFFSET(theirs, y) && OFFSET(p, x) == OFFSET(q, y),
              "strsep \"%s\" \"%s\"", a, delimiters);
    }
}

void check_memory_and_strings(void) {
    char a[64], b[64];
    memset(a, 0, sizeof a);
    for (int i = 0; i < 3000; i++) {
        random_string(a, 24);
        random_string(b, random_below(3) ? 4 : 24);
        size_t n = (size_t)random_below(30);
        int c = "abA0\0/\x80"[random_below(7)];
        compare_searches(a, b, n, c);
        compare_writers(a, b, n, c);
        if (*b)
            compare_tokens(a, b);
    }
    for (int i = -5; i < 140; i++) {
        char x[40] = "", y[40] = "";
        size_t size = (size_t)random_below(40);
        CHECK(strcmp(model_strerror(i), strerror(i)) == 0, "strerror %d", i);
        CHECK(i > 70 || strcmp(model_strsignal(i), strsignal(i)) == 0, "strsignal %d: %s, %s", i,
              model_strsignal(i), strsignal(i));
        CHECK(strcmp(model_strerror_r(i, x, size), strerror_r(i, y, size)) == 0, "strerror_r %d",
              i);
        CHECK(model___xpg_strerror_r(i, x, size) == __xpg_strerror_r(i, y, size) &&
                  strcmp(x, y) == 0,
              "xpg_strerror_r %d", i);
        int bits = (int)random_bits() << random_below(32);
        CHECK(model_ffs(bits) == ffs(bits) && model_ffsl(bits) == ffsl(bits), "ffs %d", bits);
    }
}

#undef tolower
#undef toupper
#define CLASSES(F)                                                                                 \
    F(isalnum) F(isalpha) F(isblank) F(iscntrl) F(isdigit) F(isgraph) F(islower) F(isprint)        \
    F(ispunct) F(isspace) F(isupper) F(isxdigit) F(tolower) F(toupper) F(isascii) F(toascii)
CLASSES(MODEL)
MODEL(__ctype_b_loc);
MODEL(__ctype_tolower_loc);
MODEL(__ctype_toupper_loc);

void check_ctype(void) {
#define COMPARE_CLASS(name) CHECK(model_##name(c) == (name)(c), #name " %d", c);
    for (int c = -1; c < 256; c++) {
        CLASSES(COMPARE_CLASS)
    }
    for (int c = -128; c < 256; c++) {
        CHECK((*model___ctype_b_loc())[c] == (*__ctype_b_loc())[c], "class of %d", c);
        CHECK((*model___ctype_tolower_loc())[c] == (*__ctype_tolower_loc())[c], "lower %d", c);
        CHECK((*model___ctype_toupper_loc())[c] == (*__ctype_toupper_loc())[c], "upper %d", c);
    }
}
