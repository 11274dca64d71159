/* utmpx.h: nobody is told to be logged in. Other users and groups, and what only they may do, are refused. */
#include "refused.h"

#include <crypt.h>
#include <grp.h>
#include <stdlib.h>
#include <unistd.h>
#include <utmpx.h>

void setutxent(void) {}
void endutxent(void) {}
struct utmpx *getutxent(void) { return NULL; }

static struct utmpx *nobody(void) {
    errno = ESRCH;
    return NULL;
}
struct utmpx *getutxid(const struct utmpx *wanted) {
    (void)wanted;
    return nobody();
}
struct utmpx *getutxline(const struct utmpx *wanted) {
    (void)wanted;
    return nobody();
}

pid_t getpgid(pid_t process) {
    if (process == 0 || process == wfl_process())
        return wfl_process();
    errno = ESRCH;
    return -1;
}

REFUSED(struct utmpx *, pututxline, (const struct utmpx *a))
REFUSED(int, setuid, (uid_t a))
REFUSED(int, seteuid, (uid_t a))
REFUSED(int, setreuid, (uid_t a, uid_t b))
REFUSED(int, setresuid, (uid_t a, uid_t b, uid_t c))
REFUSED(int, setgid, (gid_t a))
REFUSED(int, setegid, (gid_t a))
REFUSED(int, setregid, (gid_t a, gid_t b))
REFUSED(int, setresgid, (gid_t a, gid_t b, gid_t c))
REFUSED(int, setgroups, (size_t a, const gid_t *b))
REFUSED(int, initgroups, (const char *a, gid_t b))
REFUSED(pid_t, setsid, (void))
REFUSED(int, setpgid, (pid_t a, pid_t b))
REFUSED(int, setpgrp, (void))
REFUSED(long, gethostid, (void))
REFUSED(int, sethostname, (const char *a, size_t b))
REFUSED(char *, crypt, (const char *a, const char *b))
REFUSED(char *, crypt_r, (const char *a, const char *b, struct crypt_data *c))
REFUSED(void, encrypt, (char a[64], int b))
REFUSED(void, setkey, (const char *a))
