/* The library of C where the width of long and of pointers shows. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

static void numbers(void) {
    static const char *const texts[] = {"0", "-1", "2147483647", "2147483648", "-2147483648", "-2147483649", "4294967295",
                                        "4294967296", "9223372036854775807", "9223372036854775808", "-9223372036854775809",
                                        "18446744073709551615", "18446744073709551616", "0x7fffffff", "077777777777", "zzzzzz", "-4294967295"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *end;
        errno = 0;
        long a = strtol(texts[i], &end, 0);
        int first = errno;
        errno = 0;
        unsigned long b = strtoul(texts[i], NULL, 0);
        int second = errno;
        errno = 0;
        long long c = strtoll(texts[i], NULL, 0);
        unsigned long long d = strtoull(texts[i], NULL, 0);
        printf("%ld %d %lu %d %lld %llu %d %d\n", a, first, b, second, c, d, errno, (int)(end - texts[i]));
    }
    printf("%ld %d\n", strtol("zzzzz", NULL, 36), (int)strtol("7fffffff0", NULL, 16) == INT_MAX);
}

static void printing(void) {
    long l = -5;
    unsigned long ul = ULONG_MAX;
    size_t z = (size_t)-1;
    ptrdiff_t t = -7;
    intmax_t j = INTMAX_MIN;
    printf("%ld %lu %lx %zu %td %jd %lld %hhd %hd %d %#lo\n", l, ul, ul, z, t, j, LLONG_MIN, 300, 70000, -1, ul);
    printf("%Lf %Lg %Le %.3Lf\n", 1.5L, 1e300L, 1.0L / 3, -2.71828L);
    printf("%a %La %g %e\n", 0.1, 0.5L, 1e-10, 12345.678);
    printf("%p %10s|%-6d|%06d|%+d|%*d %c %%\n", (void *)0, "abc", 42, -42, 42, 5, 7, 'x');
    printf("%2$s %1$ld %3$g %2$s\n", 5L, "two", 2.5);
    printf("%" PRIdMAX " %" PRIu64 " %" PRIxPTR " %" PRId32 "\n", INTMAX_MAX, UINT64_MAX, (uintptr_t)255, -3);
    int a, n;
    long b;
    long long c;
    char word[8];
    double d;
    long double e;
    short s;
    size_t size;
    intmax_t wide;
    int count = sscanf("12 345678901 -98765432109876 word 2.5 3.25 7 99 5000000000", "%d %ld %lld %7s %lf %Lf %hd %zu %jd%n", &a, &b, &c, word, &d, &e, &s, &size, &wide, &n);
    printf("%d %d %ld %lld %s %g %Lg %hd %zu %jd %d\n", count, a, b, c, word, d, e, s, size, wide, n);
    unsigned long u;
    count = sscanf("4294967296 99999999999", "%lu %d", &u, &a);
    printf("%d %lu\n", count, u);
    char buffer[64];
    printf("%d %s\n", snprintf(buffer, 6, "%s-%ld", "long", 123456L), buffer);
}

static int visits;
static void handler(int number) { visits += number; }
static jmp_buf back;

static void jumps(void) {
    volatile int count = 0;
    int value = setjmp(back);
    if (value < 3) {
        count++;
        longjmp(back, value + 1);
    }
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT), sigaddset(&set, 40);
    printf("%d %d %d %d %d\n", count, value, visits, sigismember(&set, 40), sigismember(&set, 8));
}

static char *joined(const char *first, ...) {
    va_list list;
    va_start(list, first);
    char *text = strdup(first);
    for (const char *part; (part = va_arg(list, const char *));) {
        text = realloc(text, strlen(text) + strlen(part) + 1);
        strcat(text, part);
    }
    va_end(list);
    return text;
}

static void strings(void) {
    char *text = joined("one", ", ", "two", ", ", "three", (char *)NULL);
    printf("%s %zu %s %s\n", text, strlen(text), strchr(text, 't'), strstr(text, "three"));
    char *rest = text;
    for (char *part; (part = strsep(&rest, ", "));)
        printf("[%s]", part);
    free(text);
    char line[] = "a:b::c", *save;
    for (char *part = strtok_r(line, ":", &save); part; part = strtok_r(NULL, ":", &save))
        printf("<%s>", part);
    printf(" %d %d %zu %zu\n", strncmp("abc", "abd", 2), memcmp("a", "b", 1) < 0, strspn("aab", "a"), strcspn("xyz", "z"));
    wchar_t wide[8] = L"wide";
    printf("%d %d %ld %d\n", (int)wcslen(wide), (int)sizeof wide, wcstol(L"99999999999", NULL, 10), errno == ERANGE);
}

static void arithmetic(void) {
    printf("%ld %ld %lld %d\n", labs(-7L), ldiv(17, 5).rem, llabs(-1LL << 40), abs(-3));
    printf("%ld %lld %g %g %g\n", lround(2.5), llrint(3.5), floor(-1.5), sqrt(2), fmod(7, 3));
    printf("%g %Lg %d %g\n", (double)ldexpl(1, 10), fabsl(-2.5L), ilogb(1024.), nextafter(1, 2) - 1);
    int exponent;
    double part = frexp(48, &exponent), whole;
    printf("%g %d %g %g\n", part, exponent, modf(3.75, &whole), whole);
    long long a = 123456789012345LL, b = -987654321LL;
    printf("%lld %lld %lld %llu %lld\n", a * b, a / b, a % b, (unsigned long long)b / 7, a >> 13);
    printf("%g %g %Lg %lld\n", (double)a, (float)b, (long double)a, (long long)-2.5e15);
    unsigned long long u = 0x8000000000000001ULL;
    printf("%g %llu %d %d\n", (double)u, (unsigned long long)(double)u, __builtin_clzll(u), __builtin_popcountll(u));
    time_t when = 86400 * 365;
    struct tm *tm = gmtime(&when);
    printf("%d %d %ld\n", tm->tm_year, tm->tm_yday, (long)mktime(tm) - (long)when);
}

static void streams(void) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    fprintf(file, "%d %s", 5, "in memory");
    fclose(file);
    printf("%s %zu\n", text, size);
    file = fmemopen(text, size, "r");
    char word[16];
    int n;
    printf("%d %d %s %d\n", fscanf(file, "%d %15s", &n, word), n, word, getc(file));
    fclose(file), free(text);
    file = fopen("/tmp/wayfarer-none/none", "r");
    printf("%d %s\n", file == NULL, strerror(errno));
    fflush(stdout);
}

int main(void) {
    numbers(), printing(), jumps(), strings(), arithmetic(), streams();
    void *huge = malloc((size_t)-1 / 2 + 1);
    printf("%d %d\n", huge == NULL, calloc((size_t)1 << 16, (size_t)-1 / 65535 + 1) == NULL);
    return 0;
}
