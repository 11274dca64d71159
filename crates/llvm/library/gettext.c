/* libintl.h: messages are not translated. */
#include "library.h"

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
