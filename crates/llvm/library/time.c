/*
 * time.h: a clock of the machine's own, so that runs repeat: it starts in 2020 and every look at
 * it takes a millisecond. Local time is UTC. In `run` it is the real clock.
 */
#include "library.h"

#include "calendar.h"
#include "files.h"
#include "free.h"
#include "host_clock.h"
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

/* The moment of the day, or since some start. */
static struct wf_moment now(bool of_day) {
    int64_t real[2];
    if (wf__host_call(WF_HOST_NOW, "", "", !of_day, real, sizeof real) >= 0)
        return (struct wf_moment){real[0], real[1]};
    return of_day ? wf_time_of_day() : wf_time_elapsed();
}

int64_t wfl_microseconds(void) { return wf_microseconds(now(false)); }

time_t time(time_t *to) {
    time_t seconds = now(true).seconds;
    if (to)
        *to = seconds;
    return seconds;
}

clock_t clock(void) { return wfl_microseconds(); }
double difftime(time_t later, time_t earlier) { return (double)(later - earlier); }

int gettimeofday(struct timeval *restrict to, void *restrict zone) {
    (void)zone;
    struct wf_moment at = now(true);
    to->tv_sec = at.seconds;
    to->tv_usec = at.nanoseconds / 1000;
    return 0;
}

static bool is_clock(clockid_t clock) {
    if (wf_is_clock(clock))
        return true;
    if (clock < 0 || clock == 8 || clock == 9)
        wf__unsupported("a clock of an alarm, a process or a device");
    errno = EINVAL;
    return false;
}

int clock_gettime(clockid_t clock, struct timespec *to) {
    if (!is_clock(clock))
        return -1;
    bool of_day = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    struct wf_moment at = now(of_day);
    to->tv_sec = at.seconds;
    to->tv_nsec = at.nanoseconds;
    return 0;
}

int clock_getres(clockid_t clock, struct timespec *to) {
    if (!is_clock(clock))
        return -1;
    if (to)
        *to = (struct timespec){0, wf_resolution(clock)};
    return 0;
}

/* The user has no right to set the clock. */
int clock_settime(clockid_t clock, const struct timespec *to) {
    bool possible = clock == CLOCK_REALTIME && to->tv_nsec >= 0 && to->tv_nsec < WF_SECOND && to->tv_sec >= 0;
    errno = possible ? EPERM : EINVAL;
    return -1;
}

int settimeofday(const struct timeval *to, const struct timezone *zone) {
    (void)zone;
    bool possible = !to || (to->tv_usec >= 0 && to->tv_usec < 1000000 && to->tv_sec >= 0);
    errno = possible ? EPERM : EINVAL;
    return -1;
}

int timespec_get(struct timespec *to, int base) {
    if (base != TIME_UTC)
        return 0;
    clock_gettime(CLOCK_REALTIME, to);
    return base;
}

clock_t times(struct tms *to) {
    struct wf_moment at = now(false);
    int64_t ticks = at.seconds * WF_TICKS + at.nanoseconds / (WF_SECOND / WF_TICKS);
    if (to)
        *to = (struct tms){.tms_utime = ticks};
    return ticks;
}

/* Sleeping takes no time but the machine's. */
unsigned sleep(unsigned seconds) {
    wf_pass(seconds, 0);
    return 0;
}

int usleep(useconds_t microseconds) {
    wf_pass(microseconds / 1000000, microseconds % 1000000 * 1000);
    return 0;
}

static int nanosleep_for(const struct timespec *wanted, struct timespec *left) {
    if (wanted->tv_nsec < 0 || wanted->tv_nsec >= WF_SECOND || wanted->tv_sec < 0)
        return EINVAL;
    wf_pass(wanted->tv_sec, wanted->tv_nsec);
    if (left)
        *left = (struct timespec){0, 0};
    return 0;
}

int nanosleep(const struct timespec *wanted, struct timespec *left) {
    int error = nanosleep_for(wanted, left);
    if (error)
        errno = error;
    return error ? -1 : 0;
}

int thrd_sleep(const struct timespec *wanted, struct timespec *left) {
    return nanosleep_for(wanted, left) ? -2 : 0;
}

/* Nothing rings: a path that sets a timer is counted. */
unsigned alarm(unsigned seconds) {
    static unsigned left;
    unsigned before = left;
    if (seconds > 0)
        wf__approximation("timers");
    left = seconds;
    return before;
}

static struct itimerval timers[3];

int getitimer(__itimer_which_t which, struct itimerval *to) {
    if ((unsigned)which > 2) {
        errno = EINVAL;
        return -1;
    }
    *to = timers[which];
    return 0;
}

int setitimer(__itimer_which_t which, const struct itimerval *restrict new,
              struct itimerval *restrict old) {
    if ((unsigned)which > 2) {
        errno = EINVAL;
        return -1;
    }
    if (old)
        *old = timers[which];
    if (new->it_value.tv_sec || new->it_value.tv_usec)
        wf__approximation("timers");
    timers[which] = *new;
    return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *wanted,
                    struct timespec *left) {
    if (flags & TIMER_ABSTIME)
        wf__unsupported("clock_nanosleep until a time");
    (void)clock;
    return nanosleep_for(wanted, left);
}

/* The calendar. */

char *tzname[2] = {"UTC", "UTC"};
long timezone;
int daylight;

/* A zone that the environment names is not looked up: such a path is counted. */
static void look_at_zone(void) {
    const char *zone = wfl_environment_value("TZ");
    if (zone && *zone && wfl_compare(zone, "UTC") != 0 && wfl_compare(zone, "UTC0") != 0)
        wf__approximation("time-zone");
}

void tzset(void) { look_at_zone(); }

/* Days since 1970-01-01 of the first day of a month; months count from 0 and may be any. */
int64_t wfl_days(int64_t year, int64_t month) {
    year += month / 12;
    month %= 12;
    if (month < 0) {
        month += 12;
        year--;
    }
    static const short before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    int64_t past = year - 1;
    int64_t leaps = wfl_floor(past, 4) - wfl_floor(past, 100) + wfl_floor(past, 400);
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return 365 * (year - 1970) + leaps - 477 + before[month] + (leap && month > 1);
}

/* The fields of a time; false if its year does not fit. */
static bool break_down(int64_t seconds, const char *zone, struct tm *to) {
    int64_t day = wfl_floor(seconds, 86400), rest = seconds - day * 86400;
    int64_t year = 1970 + wfl_floor(day * 400, 146097);
    while (wfl_days(year, 0) > day)
        year--;
    while (wfl_days(year + 1, 0) <= day)
        year++;
    if (year - 1900 > INT32_MAX || year - 1900 < INT32_MIN) {
        errno = EOVERFLOW;
        return false;
    }
    int month = 11;
    while (wfl_days(year, month) > day)
        month--;
    *to = (struct tm){
        .tm_sec = (int)(rest % 60),
        .tm_min = (int)(rest / 60 % 60),
        .tm_hour = (int)(rest / 3600),
        .tm_mday = (int)(day - wfl_days(year, month)) + 1,
        .tm_mon = month,
        .tm_year = (int)(year - 1900),
        .tm_wday = (int)(((day + 4) % 7 + 7) % 7),
        .tm_yday = (int)(day - wfl_days(year, 0)),
        .tm_zone = zone,
    };
    return true;
}

static struct tm shared;

/* Years beyond what an int holds are refused before they overflow the arithmetic. */
static struct tm *convert(int64_t seconds, const char *zone, struct tm *to) {
    if (seconds > INT64_MAX / 80 || seconds < INT64_MIN / 80) {
        errno = EOVERFLOW;
        return NULL;
    }
    return break_down(seconds, zone, to) ? to : NULL;
}

struct tm *gmtime(const time_t *seconds) { return convert(*seconds, "GMT", &shared); }

static struct tm *local(int64_t seconds, struct tm *to) {
    look_at_zone();
    return convert(seconds, "UTC", to);
}

struct tm *localtime(const time_t *seconds) { return local(*seconds, &shared); }

struct tm *wfl_local_time(int64_t seconds, struct tm *to) { return local(seconds, to); }

struct tm *gmtime_r(const time_t *restrict seconds, struct tm *restrict to) {
    return convert(*seconds, "GMT", to);
}

struct tm *localtime_r(const time_t *restrict seconds, struct tm *restrict to) {
    return local(*seconds, to);
}

static time_t make(struct tm *fields, const char *zone, int ahead) {
    int64_t days = wfl_days((int64_t)fields->tm_year + 1900, fields->tm_mon);
    days += (int64_t)fields->tm_mday - 1;
    int64_t seconds = days * 86400 + (int64_t)fields->tm_hour * 3600 +
                      (int64_t)fields->tm_min * 60 + fields->tm_sec - ahead;
    struct tm normal;
    if (!break_down(seconds, zone, &normal))
        return -1;
    if (seconds != (time_t)seconds) {
        errno = EOVERFLOW;
        return -1;
    }
    *fields = normal;
    return seconds;
}

static time_t make_local(struct tm *fields) {
    look_at_zone();
    /* Where summer time is said, which this zone has not, glibc takes the clock for an hour ahead. */
    return make(fields, "UTC", fields->tm_isdst > 0 ? 3600 : 0);
}

time_t mktime(struct tm *fields) { return make_local(fields); }
time_t timelocal(struct tm *fields) { return make_local(fields); }
time_t timegm(struct tm *fields) { return make(fields, "GMT", 0); }

char *asctime_r(const struct tm *restrict fields, char *restrict buffer) {
    size_t length = wfl_format_time(buffer, 26, "%a %b %e %H:%M:%S %Y\n", fields);
    if (length == 0) {
        errno = EOVERFLOW;
        return NULL;
    }
    return buffer;
}

static char text[64];

static char *text_of(const struct tm *fields) {
    if (!fields)
        return NULL;
    if (wfl_format_time(text, sizeof text, "%a %b %e %H:%M:%S %Y\n", fields) == 0) {
        errno = EOVERFLOW;
        return NULL;
    }
    return text;
}

char *asctime(const struct tm *fields) { return text_of(fields); }
char *ctime(const time_t *seconds) { return text_of(local(*seconds, &shared)); }

char *ctime_r(const time_t *restrict seconds, char *restrict buffer) {
    struct tm fields;
    if (!local(*seconds, &fields))
        return NULL;
    return wfl_format_time(buffer, 26, "%a %b %e %H:%M:%S %Y\n", &fields) ? buffer : NULL;
}

size_t strftime(char *restrict buffer, size_t size, const char *restrict format,
                const struct tm *restrict fields) {
    return wfl_format_time(buffer, size, format, fields);
}

size_t strftime_l(char *restrict buffer, size_t size, const char *restrict format,
                  const struct tm *restrict fields, locale_t locale) {
    (void)locale;
    return wfl_format_time(buffer, size, format, fields);
}

/* Templates are in a file that the environment names. */
int getdate_err;

static int date_error(void) {
    const char *path = wfl_environment_value("DATEMSK");
    if (path && *path)
        wf__unsupported("getdate with a file of templates");
    return 1;
}

struct tm *getdate(const char *text) {
    (void)text;
    getdate_err = date_error();
    return NULL;
}

int getdate_r(const char *restrict text, struct tm *restrict to) {
    (void)text, (void)to;
    return date_error();
}
