/* locale.h: there are C and C.UTF-8, which differ in what a character is. */
#include "library.h"

#include "characters.h"
#include <locale.h>

bool wfl_utf8;

/* Categories by their numbers; that of all of them has no name of its own. */
static const char *const categories[] = {
    "LC_CTYPE", "LC_NUMERIC", "LC_TIME",    "LC_COLLATE",   "LC_MONETARY",    "LC_MESSAGES",       NULL,
    "LC_PAPER", "LC_NAME",    "LC_ADDRESS", "LC_TELEPHONE", "LC_MEASUREMENT", "LC_IDENTIFICATION",
};
enum { CATEGORIES = sizeof categories / sizeof *categories, NAME_ROOM = 12, COMPOSITE_ROOM = 512 };

/* The names of the locales in use, each as it was asked for; an empty one stands for C. */
static char names[CATEGORIES][NAME_ROOM];

static struct wfl_locale c_locale = {false}, utf8_locale = {true};
static locale_t in_use = LC_GLOBAL_LOCALE;

static const char *name_of(int category) { return names[category][0] ? names[category] : "C"; }

static void choose(void) {
    wfl_utf8 = in_use == LC_GLOBAL_LOCALE ? names[LC_CTYPE][0] != 0 : ((struct wfl_locale *)(void *)in_use)->utf8;
}

enum known { UNKNOWN, C, UTF8 };

static bool same(const char *a, const char *b, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (wfl_to_lower(a[i]) != b[i])
            return false;
    return true;
}

/* Other locales may be there natively: a path that asks for one is counted. */
static enum known find(const char *name, size_t length) {
    if ((length == 1 && name[0] == 'C') || (length == 5 && wfl_same_name(name, "POSIX", 5)))
        return C;
    bool dotted = length > 2 && name[0] == 'C' && name[1] == '.';
    if (dotted && ((length == 7 && same(name + 2, "utf-8", 5)) || (length == 6 && same(name + 2, "utf8", 4))))
        return UTF8;
    wf__approximation("locale");
    return UNKNOWN;
}

/* What the environment says of a category. */
static const char *asked(int category) {
    const char *const variables[] = {"LC_ALL", categories[category], "LANG"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = wfl_environment_value(variables[i]);
        if (value && *value)
            return value;
    }
    return "C";
}

/* The part of `LC_CTYPE=…;LC_NUMERIC=…` that is about a category; null if there is none. */
static const char *part_of(const char *composite, int category) {
    size_t length = wfl_length(categories[category]);
    for (const char *at = composite; at; at++) {
        size_t i = 0;
        while (i < length && at[i] == categories[category][i])
            i++;
        if (i == length && at[i] == '=')
            return at + i + 1;
        while (*at && *at != ';')
            at++;
        if (!*at)
            return NULL;
    }
    return NULL;
}

/* The locale that is meant for a category, with its name; names of all may be lists. */
static enum known meant(int category, const char *name, bool of_all, const char **found, size_t *length) {
    bool composite = false;
    for (size_t i = 0; of_all && name[i]; i++)
        composite |= name[i] == ';';
    *found = !*name ? asked(category) : composite ? part_of(name, category) : name;
    *length = 0;
    if (!*found)
        return UNKNOWN;
    while ((*found)[*length] && !(composite && (*found)[*length] == ';'))
        ++*length;
    return find(*found, *length);
}

static size_t append(char *to, size_t length, const char *text) {
    size_t count = wfl_length(text);
    wf__memcpy(to + length, text, count + 1);
    return length + count;
}

/* The one name of all categories, or a list of them. */
static char *name_of_all(void) {
    static char text[COMPOSITE_ROOM];
    bool is_one = true;
    for (int i = 0; i < CATEGORIES; i++)
        is_one &= i == LC_ALL || wfl_compare(name_of(i), name_of(LC_CTYPE)) == 0;
    size_t length = 0;
    for (int i = 0; i < CATEGORIES && !is_one; i++) {
        if (i == LC_ALL)
            continue;
        length = append(text, length, i > 0 ? ";" : "");
        length = append(text, length, categories[i]);
        length = append(text, length, "=");
        length = append(text, length, name_of(i));
    }
    return is_one ? (char *)name_of(LC_CTYPE) : text;
}

char *setlocale(int category, const char *name) {
    if ((unsigned)category >= CATEGORIES) {
        errno = EINVAL;
        return NULL;
    }
    int first = category == LC_ALL ? 0 : category, last = category == LC_ALL ? CATEGORIES - 1 : category;
    char wanted[CATEGORIES][NAME_ROOM];
    for (int i = first; name && i <= last; i++) {
        const char *found;
        size_t length;
        if (i == LC_ALL)
            continue;
        enum known known = meant(i, name, category == LC_ALL, &found, &length);
        if (known == UNKNOWN) {
            errno = ENOENT;
            return NULL;
        }
        wf__memset(wanted[i], 0, NAME_ROOM);
        if (known == UTF8)
            wf__memcpy(wanted[i], found, length);
    }
    for (int i = first; name && i <= last; i++)
        if (i != LC_ALL)
            wf__memcpy(names[i], wanted[i], NAME_ROOM);
    choose();
    return category == LC_ALL ? name_of_all() : (char *)name_of(category);
}

locale_t newlocale(int mask, const char *name, locale_t base) {
    bool utf8 = base && wfl_is_utf8(base);
    if (!name || (mask & ~(LC_ALL_MASK | 1 << LC_ALL))) {
        errno = EINVAL;
        return (locale_t)0;
    }
    for (int i = 0; i < CATEGORIES; i++) {
        const char *found;
        size_t length;
        if (i == LC_ALL || !(mask & (1 << i | 1 << LC_ALL)))
            continue;
        enum known known = meant(i, name, true, &found, &length);
        if (known == UNKNOWN) {
            errno = ENOENT;
            return (locale_t)0;
        }
        if (i == LC_CTYPE)
            utf8 = known == UTF8;
    }
    return (locale_t)(void *)(utf8 ? &utf8_locale : &c_locale);
}

locale_t duplocale(locale_t locale) {
    return locale != LC_GLOBAL_LOCALE ? locale : (locale_t)(void *)(names[LC_CTYPE][0] ? &utf8_locale : &c_locale);
}

void freelocale(locale_t locale) { (void)locale; }

locale_t uselocale(locale_t locale) {
    locale_t before = in_use;
    if (locale) {
        in_use = locale;
        choose();
    }
    return before;
}
