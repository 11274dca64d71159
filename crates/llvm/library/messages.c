/* nl_types.h: there is no catalogue, so that texts are what the program gives. Words as shells have them, and amounts
   of money, are refused. */
#include "refused.h"

#include <fmtmsg.h>
#include <monetary.h>
#include <nl_types.h>
#include <wordexp.h>

nl_catd catopen(const char *name, int flags) {
    (void)name, (void)flags;
    wf__approximation("locale");
    errno = ENOENT;
    return (nl_catd)-1;
}

char *catgets(nl_catd catalogue, int set, int number, const char *text) {
    (void)catalogue, (void)set, (void)number;
    return (char *)text;
}

int catclose(nl_catd catalogue) {
    (void)catalogue;
    errno = EBADF;
    return -1;
}

REFUSED(int, wordexp, (const char *a, wordexp_t *b, int c))
REFUSED(void, wordfree, (wordexp_t *a))
REFUSED(ssize_t, strfmon, (char *a, size_t b, const char *c, ...))
REFUSED(ssize_t, strfmon_l, (char *a, size_t b, locale_t c, const char *d, ...))
REFUSED(int, fmtmsg, (long a, const char *b, int c, const char *d, const char *e, const char *f))
