/* langinfo.h and what locale.h says of numbers: C and C.UTF-8 are the same but for the character set. */
#include "library.h"

#include "characters.h"
#include <langinfo.h>
#include <limits.h>
#include <locale.h>

struct lconv *localeconv(void) {
    static struct lconv conventions = {
        .decimal_point = ".",
        .thousands_sep = "",
        .grouping = "",
        .int_curr_symbol = "",
        .currency_symbol = "",
        .mon_decimal_point = "",
        .mon_thousands_sep = "",
        .mon_grouping = "",
        .positive_sign = "",
        .negative_sign = "",
        .int_frac_digits = CHAR_MAX,
        .frac_digits = CHAR_MAX,
        .p_cs_precedes = CHAR_MAX,
        .p_sep_by_space = CHAR_MAX,
        .n_cs_precedes = CHAR_MAX,
        .n_sep_by_space = CHAR_MAX,
        .p_sign_posn = CHAR_MAX,
        .n_sign_posn = CHAR_MAX,
        .int_p_cs_precedes = CHAR_MAX,
        .int_p_sep_by_space = CHAR_MAX,
        .int_n_cs_precedes = CHAR_MAX,
        .int_n_sep_by_space = CHAR_MAX,
        .int_p_sign_posn = CHAR_MAX,
        .int_n_sign_posn = CHAR_MAX,
    };
    return &conventions;
}

static char *information(nl_item item, bool utf8) {
    /* Short and long names follow each other. */
    static const char *const days[] = {
        "Sun",    "Mon",    "Tue",     "Wed",       "Thu",      "Fri",    "Sat",
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    };
    static const char *const months[] = {
        "Jan",     "Feb",      "Mar",   "Apr",   "May", "Jun",  "Jul",  "Aug",    "Sep",       "Oct",
        "Nov",     "Dec",      "January", "February", "March", "April", "May", "June", "July", "August",
        "September", "October", "November", "December",
    };
    if (item >= ABDAY_1 && item <= DAY_7)
        return (char *)days[item - ABDAY_1];
    if (item >= ABMON_1 && item <= MON_12)
        return (char *)months[item - ABMON_1];
    switch (item) {
    case CODESET:
        return utf8 ? "UTF-8" : "ANSI_X3.4-1968";
    case RADIXCHAR:
        return ".";
    case THOUSEP:
    case ERA:
    case ERA_D_FMT:
    case ERA_T_FMT:
    case ERA_D_T_FMT:
    case ALT_DIGITS:
    case YESSTR:
    case NOSTR:
        return "";
    case AM_STR:
        return "AM";
    case PM_STR:
        return "PM";
    case D_T_FMT:
        return "%a %b %e %H:%M:%S %Y";
    case D_FMT:
        return "%m/%d/%y";
    case T_FMT:
        return "%H:%M:%S";
    case T_FMT_AMPM:
        return "%I:%M:%S %p";
    case _DATE_FMT:
        return "%a %b %e %H:%M:%S %Z %Y";
    case YESEXPR:
        return "^[yY]";
    case NOEXPR:
        return "^[nN]";
    case CRNCYSTR:
        return "-";
    default:
        wf__unsupported("nl_langinfo of this item");
    }
}

char *nl_langinfo(nl_item item) { return information(item, wfl_utf8); }
char *nl_langinfo_l(nl_item item, locale_t locale) { return information(item, wfl_is_utf8(locale)); }
