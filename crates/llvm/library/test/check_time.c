/* time.h: the calendar. The clocks are the machine's own and have nothing to agree with. */
#include "check.h"

#include <time.h>

MODEL(strftime);
MODEL(strptime);
MODEL(gmtime_r);
MODEL(localtime_r);
MODEL(mktime);
MODEL(timegm);
MODEL(asctime_r);
MODEL(ctime);
MODEL(time);
MODEL(clock);

static bool equal(const struct tm *a, const struct tm *b) {
    return a->tm_sec == b->tm_sec && a->tm_min == b->tm_min && a->tm_hour == b->tm_hour &&
           a->tm_mday == b->tm_mday && a->tm_mon == b->tm_mon && a->tm_year == b->tm_year &&
           a->tm_wday == b->tm_wday && a->tm_yday == b->tm_yday && a->tm_isdst == b->tm_isdst &&
           a->tm_gmtoff == b->tm_gmtoff && !strcmp(a->tm_zone, b->tm_zone);
}

static void check_format(const struct tm *fields) {
    static const char letters[] = "aAbBcCdDeFgGhHIjklmMnpPrRsStTuUVwWxXyYzZ%";
    static const char *flags[] = {"", "", "", "_", "-", "0", "^", "#", "E", "O", "_5", "010", "12"};
    char format[64] = "", ours[512], theirs[512];
    for (int i = 1 + random_below(3); i > 0; i--) {
        size_t length = strlen(format);
        sprintf(format + length, "%%%s%c|", flags[random_below(13)], letters[random_below(40)]);
    }
    /* What is no conversion, or ends too early. */
    if (random_below(8) == 0)
        format[random_below((int)strlen(format))] = "%4QE-i"[random_below(6)];
    if (random_below(8) == 0)
        format[strlen(format) - 2 * (size_t)random_below(2)] = 0;
    size_t size = random_below(10) ? sizeof ours : (size_t)random_below(20);
    size_t a = model_strftime(ours, size, format, fields);
    size_t b = strftime(theirs, size, format, fields);
    CHECK(a == b && (b == 0 || strcmp(ours, theirs) == 0),
          "strftime \"%s\" (year %d): model %zu \"%s\", glibc %zu \"%s\"", format, fields->tm_year,
          a, a ? ours : "", b, b ? theirs : "");
}

static bool same_fields(const struct tm *a, const struct tm *b) {
    return a->tm_sec == b->tm_sec && a->tm_min == b->tm_min && a->tm_hour == b->tm_hour &&
           a->tm_mday == b->tm_mday && a->tm_mon == b->tm_mon && a->tm_year == b->tm_year &&
           a->tm_wday == b->tm_wday && a->tm_yday == b->tm_yday && a->tm_gmtoff == b->tm_gmtoff;
}

/* What strftime writes, a little damaged, is read again. */
static void check_parse(const struct tm *fields) {
    static const char letters[] = "aAbBcCdDeFgGhHIjklmMnpPrRSTtuUVwWxXyYzZ%s";
    char format[64] = "", text[512] = "";
    /* One of other years or digits at the most, and no year: the model counts the rest. */
    bool modified = false;
    for (int i = 1 + random_below(4); i > 0; i--) {
        char letter = letters[random_below(41)];
        bool here = !modified && !strchr("CyY", letter) && random_below(12) == 0;
        sprintf(format + strlen(format), "%%%s%c%s", !here ? "" : random_below(2) ? "E" : "O", letter,
                random_below(4) ? " " : "-");
        modified |= here;
    }
    if (!strftime(text, sizeof text, format, fields))
        return;
    if (random_below(3) == 0 && *text)
        text[random_below((int)strlen(text))] = " 09:-+ZaPm"[random_below(10)];
    struct tm ours = {.tm_year = 100, .tm_mon = random_below(12), .tm_mday = 3}, theirs = ours;
    char *a = model_strptime(text, format, &ours), *b = strptime(text, format, &theirs);
    /* Before the first day of the year glibc looks for a month behind its table. */
    if (b && theirs.tm_yday < 0)
        return;
    CHECK(a == b, "strptime(\"%s\", \"%s\"): model %d, glibc %d", text, format, a ? (int)(a - text) : -1, b ? (int)(b - text) : -1);
    CHECK(!b || same_fields(&ours, &theirs), "strptime(\"%s\", \"%s\"): year %d %d, month %d %d, day %d %d, of week %d %d, of year %d %d, hour %d %d", text, format,
          ours.tm_year, theirs.tm_year, ours.tm_mon, theirs.tm_mon, ours.tm_mday, theirs.tm_mday, ours.tm_wday, theirs.tm_wday, ours.tm_yday, theirs.tm_yday, ours.tm_hour, theirs.tm_hour);
}

void check_time(void) {
    setenv("TZ", "UTC0", 1);
    tzset();
    for (int i = 0; i < 100000; i++) {
        time_t seconds = (time_t)(random_bits() >> (random_below(4) ? 31 : 10 + random_below(40)));
        if (random_below(4) == 0)
            seconds = -seconds;
        struct tm ours, theirs;
        struct tm *a = model_gmtime_r(&seconds, &ours), *b = gmtime_r(&seconds, &theirs);
        CHECK(!a == !b && (!a || equal(a, b)), "gmtime %ld", (long)seconds);
        a = model_localtime_r(&seconds, &ours), b = localtime_r(&seconds, &theirs);
        CHECK(!a == !b && (!a || equal(a, b)), "localtime %ld", (long)seconds);
        if (!b)
            continue;
        if (theirs.tm_year < 8000 && theirs.tm_year > -900) {
            char x[64], y[64];
            CHECK(!strcmp(model_asctime_r(&theirs, x), asctime_r(&theirs, y)), "asctime %s %s", x,
                  y);
            CHECK(!strcmp(model_ctime(&seconds), ctime(&seconds)), "ctime %ld", (long)seconds);
            for (int k = 0; k < 3; k++)
                check_format(&theirs);
            check_parse(&theirs);
        }
        /* What no clock shows. */
        struct tm wild = {.tm_sec = random_below(200) - 60,
                          .tm_min = random_below(300) - 100,
                          .tm_hour = random_below(100) - 40,
                          .tm_mday = random_below(900) - 400,
                          .tm_mon = random_below(40) - 20,
                          .tm_year = random_below(20000) - 5000,
                          .tm_wday = random_below(60) - 20,
                          .tm_yday = random_below(1000) - 300,
                          .tm_isdst = random_below(4) - 1,
                          .tm_gmtoff = random_below(4) ? 0 : random_below(100000) - 50000,
                          .tm_zone = random_below(3) ? NULL : random_below(2) ? "" : "Zone"};
        check_format(&wild);
        struct tm random = {.tm_sec = random_below(200) - 60,
                            .tm_min = random_below(300) - 100,
                            .tm_hour = random_below(100) - 40,
                            .tm_mday = random_below(900) - 400,
                            .tm_mon = random_below(100) - 50,
                            .tm_year = random_below(600) - 200,
                            .tm_isdst = random_below(4) - 1};
        ours = theirs = random;
        time_t p = model_mktime(&ours), q = mktime(&theirs);
        CHECK(p == q && (!ours.tm_zone || equal(&ours, &theirs)), "mktime: %ld, %ld", (long)p, (long)q);
        ours = theirs = random;
        p = model_timegm(&ours), q = timegm(&theirs);
        CHECK(p == q && (!ours.tm_zone || equal(&ours, &theirs)), "timegm: %ld, %ld", (long)p, (long)q);
    }
    time_t first = model_time(NULL), second = model_time(NULL);
    CHECK(first == 1577836800 && second == first && model_clock() < model_clock(), "clocks");
}
