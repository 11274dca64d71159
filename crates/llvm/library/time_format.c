/* time.h: strftime in the C locale, with glibc's flags and widths. */
#include "library.h"

#include "calendar.h"
#include <stdbool.h>

static const char *const DAYS[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                   "Thursday", "Friday", "Saturday"};
static const char *const MONTHS[] = {"January",   "February", "March",    "April",
                                     "May",       "June",     "July",     "August",
                                     "September", "October",  "November", "December"};

struct output {
    char *buffer;
    size_t size, length; /* the length may pass the size: then nothing more is written */
    const struct tm *fields;
};

/* One conversion: its flags, width (-1: none) and letter. */
struct conversion {
    char pad; /* '0', '_', '-' or 0 */
    bool upper, lower, swap;
    int width;
    char modifier; /* 'E', 'O' or 0 */
    char letter;
};

static void put(struct output *out, char c) {
    if (out->length < out->size)
        out->buffer[out->length] = c;
    out->length++;
}

static void put_padding(struct output *out, char c, int64_t count) {
    for (; count > 0; count--)
        put(out, c);
}

static void put_text(struct output *out, const struct conversion *how, const char *text,
                     size_t length) {
    put_padding(out, how->pad == '0' ? '0' : ' ', how->width - (int64_t)length);
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (how->upper && (unsigned)c - 'a' < 26)
            c = (char)(c - 32);
        if (how->lower)
            c = (char)wfl_to_lower((unsigned char)c);
        put(out, c);
    }
}

/* A number of at least `digits` digits, filled up with `fill` unless a flag says otherwise. */
static void put_number(struct output *out, const struct conversion *how, int64_t value, int digits,
                       char fill) {
    char text[24];
    int count = 0;
    uint64_t magnitude = value < 0 ? -(uint64_t)value : (uint64_t)value;
    do {
        text[count++] = (char)('0' + magnitude % 10);
        magnitude /= 10;
    } while (magnitude);
    char pad = how->pad ? how->pad == '_' ? ' ' : how->pad : fill;
    int64_t width = how->width > digits ? how->width : digits;
    int64_t padding = pad == '-' ? 0 : width - count - (value < 0);
    /* Without padding of its own a number is still a text of that width. */
    if (pad == '-')
        padding = (int64_t)how->width - count - (value < 0);
    if (pad == ' ' || pad == '-')
        put_padding(out, ' ', padding);
    if (value < 0)
        put(out, '-');
    if (pad == '0')
        put_padding(out, '0', padding);
    while (count > 0)
        put(out, text[--count]);
}

static void put_name(struct output *out, const struct conversion *how, const char *const names[],
                     int count, int index, bool brief) {
    struct conversion own = *how;
    own.upper |= how->swap;
    bool known = index >= 0 && index < count;
    const char *name = known ? names[index] : "?";
    put_text(out, &own, name, known && brief ? 3 : wfl_length(name));
}

static bool is_leap(int64_t year) {
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* Days since the Monday of week 1 of the year (ISO 8601) that has a day. */
static int iso_days(int yday, int wday) {
    int offset = 382; /* a multiple of 7, plus 4 */
    return yday - (yday - wday + offset) % 7 + 4 - 1;
}

/* Year and week of ISO 8601. */
static int64_t iso_year(const struct tm *fields, int *week) {
    int64_t year = (int64_t)fields->tm_year + 1900;
    int days = iso_days(fields->tm_yday, fields->tm_wday);
    if (days < 0) {
        year--;
        days = iso_days(fields->tm_yday + 365 + is_leap(year), fields->tm_wday);
    } else {
        int next = iso_days(fields->tm_yday - 365 - is_leap(year), fields->tm_wday);
        if (next >= 0) {
            year++;
            days = next;
        }
    }
    *week = days / 7 + 1;
    return year;
}

static void format_all(struct output *out, const char *format);

/* A conversion that stands for several: its text is padded as a whole. */
static void put_composed(struct output *out, const struct conversion *how, const char *format) {
    char text[128];
    struct output inner = {text, sizeof text, 0, out->fields};
    format_all(&inner, format);
    size_t length = inner.length < sizeof text ? inner.length : sizeof text;
    put_text(out, how, text, length);
}

static void put_zone(struct output *out, const struct conversion *how) {
    const struct tm *fields = out->fields;
    if (fields->tm_isdst < 0)
        return;
    int64_t offset = fields->tm_gmtoff;
    bool negative = offset < 0;
    int64_t minutes = (negative ? -offset : offset) / 60;
    int64_t value = minutes / 60 * 100 + minutes % 60;
    put_text(out, how, negative ? "-" : "+", 1);
    put_number(out, how, value, 4, '0');
}

static void put_half_day(struct output *out, const struct conversion *how) {
    struct conversion own = *how;
    bool afternoon = out->fields->tm_hour > 11;
    own.upper &= how->letter == 'p';
    bool small = how->letter == 'P' || (how->letter == 'p' && how->swap);
    put_text(out, &own, small ? (afternoon ? "pm" : "am") : (afternoon ? "PM" : "AM"), 2);
}

/* Weeks of the year that begin on a Sunday (%U) or a Monday (%W). */
static int week_of(const struct tm *fields, int first) {
    int since = first ? (fields->tm_wday - first + 7) % 7 : fields->tm_wday;
    return (fields->tm_yday - since + 7) / 7;
}

static void put_date(struct output *out, const struct conversion *how) {
    const struct tm *fields = out->fields;
    int64_t year = (int64_t)fields->tm_year + 1900;
    int week;
    switch (how->letter) {
    case 'C':
        put_number(out, how, wfl_floor(year, 100), 1, '0');
        break;
    case 'd':
        put_number(out, how, fields->tm_mday, 2, '0');
        break;
    case 'e':
        put_number(out, how, fields->tm_mday, 2, ' ');
        break;
    case 'G':
        put_number(out, how, iso_year(fields, &week), how->pad == '+' ? 5 : 1, '0');
        break;
    case 'g':
        put_number(out, how, ((iso_year(fields, &week) % 100) + 100) % 100, 2, '0');
        break;
    case 'j':
        put_number(out, how, (int64_t)fields->tm_yday + 1, 3, '0');
        break;
    case 'm':
        put_number(out, how, (int64_t)fields->tm_mon + 1, 2, '0');
        break;
    case 'U':
        put_number(out, how, week_of(fields, 0), 2, '0');
        break;
    case 'u':
        put_number(out, how, (fields->tm_wday + 6) % 7 + 1, 1, '0');
        break;
    case 'V':
        iso_year(fields, &week);
        put_number(out, how, week, 2, '0');
        break;
    case 'W':
        put_number(out, how, week_of(fields, 1), 2, '0');
        break;
    case 'w':
        put_number(out, how, fields->tm_wday, 1, '0');
        break;
    case 'Y':
        put_number(out, how, year, 1, '0');
        break;
    case 'y':
        put_number(out, how, ((year % 100) + 100) % 100, 2, '0');
        break;
    default:
        break;
    }
}

static void put_time(struct output *out, const struct conversion *how) {
    const struct tm *fields = out->fields;
    int hour = fields->tm_hour, hour12 = hour > 12 ? hour - 12 : hour == 0 ? 12 : hour;
    switch (how->letter) {
    case 'H':
        put_number(out, how, fields->tm_hour, 2, '0');
        break;
    case 'I':
        put_number(out, how, hour12, 2, '0');
        break;
    case 'k':
        put_number(out, how, fields->tm_hour, 2, ' ');
        break;
    case 'l':
        put_number(out, how, hour12, 2, ' ');
        break;
    case 'M':
        put_number(out, how, fields->tm_min, 2, '0');
        break;
    case 'S':
        put_number(out, how, fields->tm_sec, 2, '0');
        break;
    case 's': {
        int64_t days = wfl_days((int64_t)fields->tm_year + 1900, fields->tm_mon);
        days += (int64_t)fields->tm_mday - 1;
        /* glibc pads these digits like text. */
        char text[24];
        struct output inner = {text, sizeof text, 0, fields};
        struct conversion plain = {.width = -1};
        put_number(&inner, &plain,
                   days * 86400 + (int64_t)fields->tm_hour * 3600 + (int64_t)fields->tm_min * 60 + fields->tm_sec -
                       (fields->tm_isdst > 0 ? 3600 : 0),
                   1, '0');
        put_text(out, how, text, inner.length);
        break;
    }
    default:
        break;
    }
}

static bool is_one_of(char c, const char *set) {
    for (; *set; set++)
        if (*set == c)
            return true;
    return false;
}

/* The letters that 'E' and 'O' may not stand before. */
static bool is_refused(const struct conversion *how) {
    return (how->modifier == 'E' && is_one_of(how->letter, "aAbhBdDeFHIkljmMSVgGUWw")) ||
           (how->modifier == 'O' && is_one_of(how->letter, "aAcDFxXY"));
}

/* Puts one conversion; false if its letter is unknown. */
static bool put_conversion(struct output *out, const struct conversion *how) {
    const struct tm *fields = out->fields;
    if (is_refused(how))
        return false;
    switch (how->letter) {
    case '%':
        put_text(out, how, "%", 1);
        return true;
    case 'n':
        put_text(out, how, "\n", 1);
        return true;
    case 't':
        put_text(out, how, "\t", 1);
        return true;
    case 'a':
    case 'A':
        put_name(out, how, DAYS, 7, fields->tm_wday, how->letter == 'a');
        return true;
    case 'b':
    case 'h':
    case 'B':
        put_name(out, how, MONTHS, 12, fields->tm_mon, how->letter != 'B');
        return true;
    case 'c':
        put_composed(out, how, "%a %b %e %H:%M:%S %Y");
        return true;
    case 'D':
    case 'x':
        put_composed(out, how, "%m/%d/%y");
        return true;
    case 'F':
        put_composed(out, how, "%Y-%m-%d");
        return true;
    case 'r':
        put_composed(out, how, "%I:%M:%S %p");
        return true;
    case 'R':
        put_composed(out, how, "%H:%M");
        return true;
    case 'T':
    case 'X':
        put_composed(out, how, "%H:%M:%S");
        return true;
    case 'p':
    case 'P':
        put_half_day(out, how);
        return true;
    case 'z':
        put_zone(out, how);
        return true;
    case 'Z': {
        const char *zone = fields->tm_zone ? fields->tm_zone : "";
        if (!*zone && fields->tm_isdst >= 0)
            zone = fields->tm_isdst > 1 ? "?" : "UTC";
        struct conversion own = *how;
        own.lower = how->swap;
        put_text(out, &own, zone, wfl_length(zone));
        return true;
    }
    case 'C': case 'd': case 'e': case 'G': case 'g': case 'j': case 'm':
    case 'U': case 'u': case 'V': case 'W': case 'w': case 'Y': case 'y':
        put_date(out, how);
        return true;
    case 'H': case 'I': case 'k': case 'l': case 'M': case 'S': case 's':
        put_time(out, how);
        return true;
    default:
        return false;
    }
}

static void format_all(struct output *out, const char *format) {
    for (; *format; format++) {
        if (*format != '%') {
            put(out, *format);
            continue;
        }
        const char *start = format++;
        struct conversion how = {.width = -1};
        for (;; format++) {
            if (*format == '_' || *format == '-' || *format == '0')
                how.pad = *format;
            else if (*format == '^')
                how.upper = true;
            else if (*format == '#')
                how.swap = true;
            else
                break;
        }
        if (wfl_is_digit((unsigned char)*format)) {
            how.width = 0;
            for (; wfl_is_digit((unsigned char)*format); format++)
                if (how.width < 100000)
                    how.width = how.width * 10 + (*format - '0');
        }
        if (*format == 'E' || *format == 'O')
            how.modifier = *format++;
        how.letter = *format;
        if (how.letter && put_conversion(out, &how))
            continue;
        if (!*format)
            format--;
        put_text(out, &how, start, (size_t)(format - start) + 1);
    }
}

size_t wfl_format_time(char *buffer, size_t size, const char *format, const struct tm *fields) {
    struct output out = {buffer, size, 0, fields};
    format_all(&out, format);
    if (out.length >= size)
        return 0;
    buffer[out.length] = 0;
    return out.length;
}
