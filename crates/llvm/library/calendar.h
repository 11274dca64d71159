/* Calendar arithmetic and text that the models of time.h share. */
#ifndef WFL_CALENDAR_H
#define WFL_CALENDAR_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* Division towards minus infinity; the divisor is positive. */
static inline int64_t wfl_floor(int64_t a, int64_t b) { return a / b - (a % b < 0); }

/* Days since 1970-01-01 of the first day of a month; months count from 0 and may be any. */
int64_t wfl_days(int64_t year, int64_t month);

/* localtime_r */
struct tm *wfl_local_time(int64_t seconds, struct tm *to);

/* strftime */
size_t wfl_format_time(char *buffer, size_t size, const char *format, const struct tm *fields);

#endif
