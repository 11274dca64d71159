// Every way to look at the clock tells the same in both runs: it begins in 2020, in UTC, and each look
// takes a millisecond.
// exhaustive: true
// findings: none
// tests: confirmed
#define _GNU_SOURCE
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    time_t now = time(NULL);
    if (now != 1577836800)
        return 1;
    struct timeval day;
    gettimeofday(&day, NULL);
    if (day.tv_sec != now || day.tv_usec != 2000)
        return 2;
    struct timespec precise;
    clock_gettime(CLOCK_MONOTONIC, &precise);
    if (precise.tv_sec != 0 || precise.tv_nsec != 3000000)
        return 3;
    if (clock() != 4000)
        return 4;
    struct tms spent;
    if (times(&spent) != 0 || spent.tms_stime != 0)
        return 5;
    sleep(3600);
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    if (used.ru_utime.tv_sec != 3600)
        return 6;
    now = time(NULL);
    struct tm *local = localtime(&now);
    if (local->tm_year != 120 || local->tm_hour != 1 || strcmp(local->tm_zone, "UTC") != 0)
        return 7;
    if (strcmp(ctime(&now), "Wed Jan  1 01:00:00 2020\n") != 0 || mktime(local) != now)
        return 8;
    return 9;
}
