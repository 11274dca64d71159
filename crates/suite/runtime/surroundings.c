/* What a native run sees of its surroundings, where the machine's library models have answers of
   their own: the clock, the process, its user, its host, its limits, the time zone. The models are
   the measure (time.c, process.c, unistd.c and mman.c among them), and share their facts. The program
   is made to call these functions instead of the C library's: for replay in its objects, in tests
   written as C by surroundings.h. WF_FREE says, a bit each, what of it is an input. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/types.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#define WF_NAME(name) wf_##name
#define WF_WEAK __attribute__((weak))

/* GNU's header has enumerations there. */
#ifdef __GLIBC__
#define WF_WHO __rusage_who_t
#define WF_RESOURCE __rlimit_resource_t
#else
#define WF_WHO int
#define WF_RESOURCE int
#endif

/* The C library's own, whatever the compiler is told to call them. */
extern struct tm *wf_real_localtime(const time_t *) __asm__("localtime");
extern struct tm *wf_real_localtime_r(const time_t *, struct tm *) __asm__("localtime_r");
extern time_t wf_real_mktime(struct tm *) __asm__("mktime");
extern long wf_real_sysconf(int) __asm__("sysconf");
extern char *wf_real_getcwd(char *, size_t) __asm__("getcwd");

/* Values of the test, in the order in which the program asks; nothing but what is free is taken. */
extern WF_WEAK void wf_symbolic(void *address, size_t size, const char *name);
extern WF_WEAK void wf_assume(int condition);
static int wf_is_free(int what) { return WF_FREE >> what & 1; }
static void wf_take(void *value, unsigned long size, const char *name, const char *type) {
  (void)type;
  wf_symbolic(value, size, name);
}
static void wf_expect(int condition) { wf_assume(condition); }

#include "host_clock.h"
#include "host_process.h"

static int wf_refuse(int number) {
  errno = number;
  return -1;
}

WF_WEAK time_t WF_NAME(time)(time_t *to) {
  time_t seconds = wf_time_of_day().seconds;
  if (to)
    *to = seconds;
  return seconds;
}

WF_WEAK clock_t WF_NAME(clock)(void) { return wf_microseconds(wf_time_elapsed()); }

WF_WEAK int WF_NAME(gettimeofday)(struct timeval *restrict to, void *restrict zone) {
  struct wf_moment at = wf_time_of_day();
  (void)zone;
  to->tv_sec = at.seconds;
  to->tv_usec = at.nanoseconds / 1000;
  return 0;
}

WF_WEAK int WF_NAME(clock_gettime)(clockid_t clock, struct timespec *to) {
  int of_day = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
  if (!wf_is_clock(clock)) {
    errno = EINVAL;
    return -1;
  }
  struct wf_moment at = of_day ? wf_time_of_day() : wf_time_elapsed();
  to->tv_sec = at.seconds;
  to->tv_nsec = at.nanoseconds;
  return 0;
}

WF_WEAK int WF_NAME(clock_getres)(clockid_t clock, struct timespec *to) {
  if (!wf_is_clock(clock)) {
    errno = EINVAL;
    return -1;
  }
  if (to) {
    to->tv_sec = 0;
    to->tv_nsec = wf_resolution(clock);
  }
  return 0;
}

WF_WEAK int WF_NAME(clock_settime)(clockid_t clock, const struct timespec *to) {
  int possible = clock == CLOCK_REALTIME && to->tv_nsec >= 0 && to->tv_nsec < WF_SECOND && to->tv_sec >= 0;
  errno = possible ? EPERM : EINVAL;
  return -1;
}

WF_WEAK int WF_NAME(settimeofday)(const struct timeval *to, const void *zone) {
  int possible = !to || (to->tv_usec >= 0 && to->tv_usec < 1000000 && to->tv_sec >= 0);
  (void)zone;
  errno = possible ? EPERM : EINVAL;
  return -1;
}

WF_WEAK int WF_NAME(timespec_get)(struct timespec *to, int base) {
  if (base != TIME_UTC)
    return 0;
  WF_NAME(clock_gettime)(CLOCK_REALTIME, to);
  return base;
}

WF_WEAK clock_t WF_NAME(times)(struct tms *to) {
  struct wf_moment at = wf_time_elapsed();
  int64_t ticks = at.seconds * WF_TICKS + at.nanoseconds / (WF_SECOND / WF_TICKS);
  if (to) {
    memset(to, 0, sizeof *to);
    to->tms_utime = ticks;
  }
  return ticks;
}

WF_WEAK int WF_NAME(getrusage)(WF_WHO who, struct rusage *to) {
  int64_t spent = wf_microseconds(wf_time_elapsed());
  (void)who;
  memset(to, 0, sizeof *to);
  to->ru_utime.tv_sec = spent / 1000000;
  to->ru_utime.tv_usec = spent % 1000000;
  return 0;
}

WF_WEAK unsigned WF_NAME(sleep)(unsigned seconds) {
  wf_pass(seconds, 0);
  return 0;
}

WF_WEAK int WF_NAME(usleep)(useconds_t microseconds) {
  wf_pass(microseconds / 1000000, microseconds % 1000000 * 1000);
  return 0;
}

static int wf_rest(const struct timespec *wanted, struct timespec *left) {
  if (wanted->tv_nsec < 0 || wanted->tv_nsec >= WF_SECOND || wanted->tv_sec < 0)
    return EINVAL;
  wf_pass(wanted->tv_sec, wanted->tv_nsec);
  if (left)
    left->tv_sec = left->tv_nsec = 0;
  return 0;
}

WF_WEAK int WF_NAME(nanosleep)(const struct timespec *wanted, struct timespec *left) {
  int error = wf_rest(wanted, left);
  return error ? wf_refuse(error) : 0;
}

WF_WEAK int WF_NAME(clock_nanosleep)(clockid_t clock, int flags, const struct timespec *wanted,
                                     struct timespec *left) {
  (void)clock;
  (void)flags;
  return wf_rest(wanted, left);
}

/* Local time is UTC, unless the environment has a zone. */

static struct tm *wf_utc(struct tm *fields) {
  if (fields)
    fields->tm_zone = "UTC";
  return fields;
}

WF_WEAK struct tm *WF_NAME(localtime)(const time_t *seconds) {
  return getenv("TZ") ? wf_real_localtime(seconds) : wf_utc(gmtime(seconds));
}

WF_WEAK struct tm *WF_NAME(localtime_r)(const time_t *restrict seconds, struct tm *restrict to) {
  return getenv("TZ") ? wf_real_localtime_r(seconds, to) : wf_utc(gmtime_r(seconds, to));
}

static time_t wf_make_time(struct tm *fields) {
  time_t seconds = timegm(fields);
  if (seconds != -1)
    wf_utc(fields);
  return seconds;
}

WF_WEAK time_t WF_NAME(mktime)(struct tm *fields) {
  return getenv("TZ") ? wf_real_mktime(fields) : wf_make_time(fields);
}
WF_WEAK time_t WF_NAME(timelocal)(struct tm *fields) { return WF_NAME(mktime)(fields); }

WF_WEAK char *WF_NAME(ctime)(const time_t *seconds) {
  struct tm *fields = WF_NAME(localtime)(seconds);
  return fields ? asctime(fields) : NULL;
}

WF_WEAK char *WF_NAME(ctime_r)(const time_t *restrict seconds, char *restrict buffer) {
  struct tm fields;
  return WF_NAME(localtime_r)(seconds, &fields) ? asctime_r(&fields, buffer) : NULL;
}

/* Who the program is; replayed.c asks, too. */
int wf_process(void) { return wf_own_process(); }
int wf_parent(void) { return wf_own_parent(); }
unsigned wf_user(void) { return wf_own_user(); }
unsigned wf_group(void) { return wf_own_group(); }

WF_WEAK pid_t WF_NAME(getpid)(void) { return wf_process(); }
WF_WEAK pid_t WF_NAME(getppid)(void) { return wf_parent(); }
WF_WEAK pid_t WF_NAME(gettid)(void) { return wf_process(); }
WF_WEAK pid_t WF_NAME(getpgrp)(void) { return wf_process(); }
WF_WEAK pid_t WF_NAME(getsid)(pid_t process) {
  return process == 0 || process == wf_process() ? wf_process() : wf_refuse(ESRCH);
}
WF_WEAK uid_t WF_NAME(getuid)(void) { return wf_user(); }
WF_WEAK uid_t WF_NAME(geteuid)(void) { return wf_user(); }
WF_WEAK gid_t WF_NAME(getgid)(void) { return wf_group(); }
WF_WEAK gid_t WF_NAME(getegid)(void) { return wf_group(); }
WF_WEAK int WF_NAME(getresuid)(uid_t *real, uid_t *effective, uid_t *saved) {
  *real = *effective = *saved = wf_user();
  return 0;
}
WF_WEAK int WF_NAME(getresgid)(gid_t *real, gid_t *effective, gid_t *saved) {
  *real = *effective = *saved = wf_group();
  return 0;
}

/* The place and the host. */

static char wf_start[PATH_MAX];

__attribute__((constructor)) static void wf_remember_start(void) {
  if (!wf_real_getcwd(wf_start, sizeof wf_start))
    wf_start[0] = 0;
}

/* A real path as the models know it: the directory that the program was started in has their name. */
const char *wf_place_of(const char *path, char *room) {
  size_t length = strlen(wf_start), rest = strlen(path);
  if (length == 0 || strncmp(path, wf_start, length) != 0 || (path[length] && path[length] != '/'))
    return path;
  if (sizeof WF_DIRECTORY - 1 + (rest - length) >= PATH_MAX)
    return path;
  strcpy(room, WF_DIRECTORY);
  return strcat(room, path + length);
}

WF_WEAK char *WF_NAME(getcwd)(char *buffer, size_t size) {
  char real[PATH_MAX], room[PATH_MAX];
  if (buffer && size == 0) {
    errno = EINVAL;
    return NULL;
  }
  if (!wf_real_getcwd(real, sizeof real))
    return NULL;
  const char *place = wf_place_of(real, room);
  size_t length = strlen(place) + 1;
  if (length > size && (buffer || size > 0)) {
    errno = ERANGE;
    return NULL;
  }
  if (!buffer)
    buffer = (char *)malloc(size ? size : length);
  return buffer ? (char *)memcpy(buffer, place, length) : NULL;
}
WF_WEAK char *WF_NAME(get_current_dir_name)(void) { return WF_NAME(getcwd)(NULL, 0); }

WF_WEAK int WF_NAME(gethostname)(char *name, size_t size) {
  static const char text[] = WF_HOST;
  if (size < sizeof text)
    return wf_refuse(ENAMETOOLONG);
  memcpy(name, text, sizeof text);
  return 0;
}

WF_WEAK int WF_NAME(uname)(struct utsname *to) {
  memset(to, 0, sizeof *to);
  strcpy(to->sysname, WF_SYSTEM);
  strcpy(to->nodename, WF_HOST);
  strcpy(to->release, WF_RELEASE);
  strcpy(to->version, WF_VERSION);
  strcpy(to->machine, WF_MACHINE);
  strcpy(to->domainname, WF_DOMAIN);
  return 0;
}

WF_WEAK int WF_NAME(getrlimit)(WF_RESOURCE resource, struct rlimit *to) {
  if ((unsigned)resource >= RLIM_NLIMITS)
    return wf_refuse(EINVAL);
  to->rlim_cur = to->rlim_max = RLIM_INFINITY;
  return 0;
}

/* AddressSanitizer's refuses everything. */
WF_WEAK int WF_NAME(mallopt)(int what, int value) { return WF_ALLOCATOR_TAKES(what, value); }

/* What the models have no answer for ends their path. */
WF_WEAK long WF_NAME(sysconf)(int name) {
#define WF_LIMIT(known, value)                                                                     \
  case known:                                                                                      \
    return value;
  switch (name) {
    WF_SYSTEM_LIMITS(WF_LIMIT)
  default:
    return wf_real_sysconf(name);
  }
}
