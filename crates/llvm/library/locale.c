/* locale.h: there is only the C locale. */
#include "library.h"

#include <langinfo.h>
#include <limits.h>
#include <locale.h>

static bool is_known(const char *name) {
    return !*name || wfl_compare(name, "C") == 0 || wfl_compare(name, "POSIX") == 0;
}

/* Whether the environment asks for another locale than C. */
static bool environment_asks(void) {
    static const char *const names[] = {"LC_ALL",      "LC_CTYPE",   "LC_COLLATE", "LC_MESSAGES",
                                        "LC_MONETARY", "LC_NUMERIC", "LC_TIME",    "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = wfl_environment_value(names[i]);
        if (value && *value && !is_known(value))
            return true;
    }
    return false;
}

/* Other locales may be there natively: a path that asks for one is counted. */
char *setlocale(int category, const char *name) {
    (void)category;
    if (name && (*name ? !is_known(name) : environment_asks()))
        wf__approximation("locale");
    return !name || is_known(name) ? (char *)"C" : NULL;
}

/* Objects of locales are told apart, and never looked into. */
static char c_locale;
static locale_t in_use = LC_GLOBAL_LOCALE;

locale_t newlocale(int mask, const char *name, locale_t base) {
    (void)mask;
    (void)base;
    if (!name) {
        errno = EINVAL;
        return (locale_t)0;
    }
    if (*name ? !is_known(name) : environment_asks())
        wf__approximation("locale");
    if (is_known(name))
        return (locale_t)(void *)&c_locale;
    errno = ENOENT;
    return (locale_t)0;
}

locale_t duplocale(locale_t locale) { return locale; }
void freelocale(locale_t locale) { (void)locale; }

locale_t uselocale(locale_t locale) {
    locale_t before = in_use;
    if (locale)
        in_use = locale;
    return before;
}

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

char *nl_langinfo(nl_item item) {
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
        return "ANSI_X3.4-1968";
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

/* Messages are not translated. */
char *gettext(const char *text) { return (char *)text; }

char *dgettext(const char *domain, const char *text) {
    (void)domain;
    return (char *)text;
}

char *dcgettext(const char *domain, const char *text, int category) {
    (void)domain;
    (void)category;
    return (char *)text;
}

char *ngettext(const char *one, const char *many, unsigned long count) {
    return (char *)(count == 1 ? one : many);
}

char *textdomain(const char *domain) { return (char *)(domain ? domain : "messages"); }

char *bindtextdomain(const char *domain, const char *directory) {
    (void)domain;
    return (char *)directory;
}
