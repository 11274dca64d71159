/* time.h: strptime in the C locale, with what glibc fills in of the fields that a text does not say. */
#include "library.h"

#include "calendar.h"

static const char *const DAYS[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                   "Thursday", "Friday", "Saturday"};
static const char *const MONTHS[] = {"January",   "February", "March",    "April",
                                     "May",       "June",     "July",     "August",
                                     "September", "October",  "November", "December"};

/* What a text has said so far; of what only follows from several fields, what is needed at the end. */
struct state {
    struct tm *to;
    int century, week;
    bool afternoon, twelve_hours, short_year, own_digits, modified;
    bool of_a_day; /* the day of the week and of the year follow */
    bool has_weekday, has_month, has_day, has_day_of_year, has_week, weeks_begin_on_monday;
};

static const char *skip_space(const char *text) {
    while (wfl_is_space((unsigned char)*text))
        text++;
    return text;
}

/* A number of so many digits at the most, behind spaces; null if it is not within. */
static const char *number(const char *text, int least, int most, int digits, int *value) {
    text = skip_space(text);
    if (!wfl_is_digit((unsigned char)*text))
        return NULL;
    *value = 0;
    do
        *value = *value * 10 + (*text++ - '0');
    while (--digits > 0 && *value * 10 <= most && wfl_is_digit((unsigned char)*text));
    return *value < least || *value > most ? NULL : text;
}

static bool begins_with(const char *text, const char *name, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (wfl_to_lower((unsigned char)text[i]) != wfl_to_lower((unsigned char)name[i]))
            return false;
    return true;
}

/* One of the names, in full or its first three letters. */
static const char *name(const char *text, const char *const *names, int count, int *which) {
    for (*which = 0; *which < count; ++*which) {
        size_t length = wfl_length(names[*which]);
        if (begins_with(text, names[*which], length))
            return text + length;
        if (begins_with(text, names[*which], 3))
            return text + 3;
    }
    return NULL;
}

/* Z, or hours and minutes from Greenwich. */
static const char *zone(const char *text, struct tm *to) {
    text = skip_space(text);
    if (*text == 'Z') {
        to->tm_gmtoff = 0;
        return text + 1;
    }
    if (*text != '+' && *text != '-')
        return NULL;
    bool negative = *text++ == '-';
    int digits = 0, value = 0;
    while (digits < 4 && wfl_is_digit((unsigned char)*text)) {
        value = value * 10 + (*text++ - '0');
        digits++;
        if (*text == ':' && digits == 2 && wfl_is_digit((unsigned char)text[1]))
            text++;
    }
    if (digits == 2)
        value *= 100;
    else if (digits != 4)
        return NULL;
    if (value % 100 >= 60)
        return NULL;
    long seconds = value / 100 * 3600 + value % 100 * 60;
    to->tm_gmtoff = negative ? -seconds : seconds;
    return text;
}

/* Seconds since 1970, of which all fields follow. */
static const char *seconds(const char *text, struct tm *to) {
    if (!wfl_is_digit((unsigned char)*text))
        return NULL;
    uint64_t value = 0;
    do
        value = value * 10 + (uint64_t)(*text++ - '0');
    while (wfl_is_digit((unsigned char)*text));
    return wfl_local_time((int64_t)value, to) ? text : NULL;
}

static const char *parse(const char *text, const char *format, struct state *state);

/* What names other conversions. */
static const char *expansion(char letter) {
    switch (letter) {
    case 'c':
        return "%a %b %e %H:%M:%S %Y";
    case 'D':
    case 'x':
        return "%m/%d/%y";
    case 'F':
        return "%Y-%m-%d";
    case 'r':
        return "%I:%M:%S %p";
    case 'R':
        return "%H:%M";
    case 'T':
    case 'X':
        return "%H:%M:%S";
    default:
        return NULL;
    }
}

/* Conversions to names and other texts. */
static const char *words(const char *text, char letter, struct state *state) {
    int value;
    switch (letter) {
    case 'a':
    case 'A':
        text = name(text, DAYS, 7, &value);
        if (text) {
            state->to->tm_wday = value;
            state->has_weekday = true;
        }
        return text;
    case 'b':
    case 'B':
    case 'h':
        text = name(text, MONTHS, 12, &value);
        if (text) {
            state->to->tm_mon = value;
            state->has_month = state->of_a_day = true;
        }
        return text;
    case 'p':
        state->afternoon = begins_with(text, "PM", 2);
        return state->afternoon || begins_with(text, "AM", 2) ? text + 2 : NULL;
    case 'Z':
        for (text = skip_space(text); *text && !wfl_is_space((unsigned char)*text);)
            text++;
        return text;
    case 'z':
        return zone(text, state->to);
    case 's':
        return seconds(text, state->to);
    default: /* n, t */
        return skip_space(text);
    }
}

static const char *of_day(const char *text, char letter, struct state *state) {
    struct tm *to = state->to;
    int value;
    switch (letter) {
    case 'H':
    case 'k':
        text = number(text, 0, 23, 2, &value);
        if (text)
            to->tm_hour = value, state->twelve_hours = false;
        return text;
    case 'I':
    case 'l':
        text = number(text, 1, 12, 2, &value);
        if (text)
            to->tm_hour = value % 12, state->twelve_hours = true;
        return text;
    case 'M':
        text = number(text, 0, 59, 2, &value);
        if (text)
            to->tm_min = value;
        return text;
    default:
        text = number(text, 0, 61, 2, &value);
        if (text)
            to->tm_sec = value;
        return text;
    }
}

static const char *of_year(const char *text, char letter, struct state *state) {
    struct tm *to = state->to;
    int value;
    switch (letter) {
    case 'C':
        text = number(text, 0, 99, 2, &value);
        if (text)
            state->century = value, state->of_a_day = true;
        return text;
    case 'd':
    case 'e':
        text = number(text, 1, 31, 2, &value);
        if (text)
            to->tm_mday = value, state->has_day = state->of_a_day = true;
        return text;
    case 'j':
        text = number(text, 1, 366, 3, &value);
        if (text)
            to->tm_yday = value - 1, state->has_day_of_year = true;
        return text;
    case 'm':
        text = number(text, 1, 12, 2, &value);
        if (text)
            to->tm_mon = value - 1, state->has_month = state->of_a_day = true;
        return text;
    case 'y':
        text = number(text, 0, 99, 2, &value);
        if (text)
            to->tm_year = value >= 69 ? value : value + 100, state->short_year = state->of_a_day = true;
        return text;
    default:
        text = number(text, 0, 9999, 4, &value);
        if (text)
            to->tm_year = value - 1900, state->short_year = false, state->of_a_day = true;
        return text;
    }
}

static const char *of_week(const char *text, char letter, struct state *state) {
    int value;
    switch (letter) {
    case 'U':
    case 'W':
        text = number(text, 0, 53, 2, &value);
        if (text) {
            state->week = value;
            /* Where both are given, those that begin on Sundays are looked at. */
            state->weeks_begin_on_monday = letter == 'W' && (!state->has_week || state->weeks_begin_on_monday);
            state->has_week = true;
        }
        return text;
    case 'u':
        text = number(text, 1, 7, 1, &value);
        break;
    default:
        text = number(text, 0, 6, 1, &value);
    }
    if (text) {
        state->to->tm_wday = value % 7;
        state->has_weekday = true;
    }
    return text;
}

static bool is_among(char c, const char *letters) {
    while (*letters && *letters != c)
        letters++;
    return *letters;
}

static const char *convert(const char *text, char letter, char modifier, struct state *state) {
    int ignored;
    /* What glibc makes of years of eras beside others, and of several such conversions, is not modelled. */
    if (modifier && (state->modified || is_among(letter, "CyY")))
        wf__unsupported("strptime with %E or %O before a year, or with several of them");
    state->modified |= modifier;
    /* glibc takes the digits of the locale for other ones once it has read a number so. */
    if (modifier == 'O' && !is_among(letter, "bBh")) {
        if (state->own_digits)
            return NULL;
        state->own_digits = true;
    }
    const char *longer = expansion(letter);
    /* There are no eras, in which years could be counted. */
    if (modifier == 'E' && (!is_among(letter, "cCYxX") || (state->own_digits && is_among(letter, "CY"))))
        return NULL;
    if (modifier == 'O' && !is_among(letter, "deHImMSUVwWybBh"))
        return NULL;
    if (longer)
        return parse(text, longer, state);
    if (letter == '%')
        return *text == '%' ? text + 1 : NULL;
    if (is_among(letter, "aAbBhpZzsnt"))
        return words(text, letter, state);
    if (is_among(letter, "HkIlMS"))
        return of_day(text, letter, state);
    if (is_among(letter, "CdejmyY"))
        return of_year(text, letter, state);
    if (is_among(letter, "UWuw"))
        return of_week(text, letter, state);
    /* Read, and not looked at. */
    if (letter == 'V')
        return number(text, 0, 53, 2, &ignored);
    if (letter == 'g')
        return number(text, 0, 99, 2, &ignored);
    if (letter == 'G') {
        if (!wfl_is_digit((unsigned char)*text))
            return NULL;
        while (wfl_is_digit((unsigned char)*text))
            text++;
        return text;
    }
    return NULL;
}

static const char *parse(const char *text, const char *format, struct state *state) {
    while (text && *format) {
        if (wfl_is_space((unsigned char)*format)) {
            text = skip_space(text);
            format++;
            continue;
        }
        if (*format != '%') {
            if (*format++ != *text++)
                return NULL;
            continue;
        }
        format++;
        while (*format && is_among(*format, "-_0^#"))
            format++;
        char modifier = *format == 'E' || *format == 'O' ? *format++ : 0;
        if (!*format)
            return NULL;
        text = convert(text, *format++, modifier, state);
    }
    return text;
}

/* Days since 1970-01-01 of a day of a year as it is in the fields. */
static int64_t first_day(const struct tm *fields) { return wfl_days(fields->tm_year + 1900LL, 0); }

/* What glibc takes for the month of the day 366 of a year that has none. */
enum { DECEMBER_OF_LEAP_YEARS = 24 };

static void set_month_and_day(struct state *state) {
    struct tm *to = state->to;
    int64_t start = first_day(to);
    int month = 0;
    while (wfl_days(to->tm_year + 1900LL, month) - start <= to->tm_yday)
        month++;
    /* Behind its table for other years glibc finds that for leap years, which ends in a year of 366 days. */
    enum { DAYS = 365, TABLE = 13 };
    int first = (int)(wfl_days(to->tm_year + 1900LL, month - 1) - start);
    if (month > 12 && first == DAYS) {
        month = to->tm_yday > DAYS ? 2 * TABLE : DECEMBER_OF_LEAP_YEARS + 1;
        first = to->tm_yday > DAYS ? DAYS + 1 : 335;
    }
    if (!state->has_month)
        to->tm_mon = month - 1;
    if (!state->has_day)
        to->tm_mday = to->tm_yday - first + 1;
}

static int weekday(int year, int month, int day) {
    int64_t days = wfl_days(year + 1900LL, month) + day - 1;
    enum { WEEKDAY_OF_1970 = 4 };
    /* glibc rounds the leap years before the year 0 up. */
    if (year == -1900 && month < 2)
        days++;
    return (int)(((days + WEEKDAY_OF_1970) % 7 + 7) % 7);
}

/* Of a week and a day in it. */
static void set_by_week(struct state *state) {
    struct tm *to = state->to;
    int offset = state->weeks_begin_on_monday, first = weekday(to->tm_year, 0, 1);
    if (!state->has_day_of_year)
        to->tm_yday = (7 - (first - offset)) % 7 + (state->week - 1) * 7 + (to->tm_wday - offset + 7) % 7;
    if (!state->has_day || !state->has_month)
        set_month_and_day(state);
}

static void complete(struct state *state) {
    struct tm *to = state->to;
    if (state->twelve_hours && state->afternoon)
        to->tm_hour += 12;
    if (state->century >= 0)
        to->tm_year = (state->short_year ? to->tm_year % 100 : 0) + (state->century - 19) * 100;
    if (state->of_a_day && !state->has_weekday) {
        bool behind = false;
        if (!(state->has_month && state->has_day) && state->has_day_of_year) {
            set_month_and_day(state);
            behind = !state->has_month && to->tm_mon == DECEMBER_OF_LEAP_YEARS;
            state->has_month = state->has_day = true;
        }
        /* Of leap years, December begins a day later. */
        if (state->has_month || (unsigned)to->tm_mon <= 11)
            to->tm_wday = weekday(to->tm_year, behind ? 11 : to->tm_mon, to->tm_mday + behind);
    }
    if (state->of_a_day && !state->has_day_of_year && (state->has_month || (unsigned)to->tm_mon <= 11))
        to->tm_yday = (int)(wfl_days(to->tm_year + 1900LL, to->tm_mon) - first_day(to)) + to->tm_mday - 1;
    if (state->has_week && state->has_weekday)
        set_by_week(state);
}

static char *read_time(const char *text, const char *format, struct tm *to) {
    struct state state = {.to = to, .century = -1};
    text = parse(text, format, &state);
    if (text)
        complete(&state);
    return (char *)text;
}

char *strptime(const char *restrict text, const char *restrict format, struct tm *restrict to) {
    return read_time(text, format, to);
}
char *strptime_l(const char *restrict text, const char *restrict format, struct tm *restrict to, locale_t locale) {
    (void)locale;
    return read_time(text, format, to);
}
