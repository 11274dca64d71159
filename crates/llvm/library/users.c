/* pwd.h and grp.h: the users and groups that there are; and the groups of the program. */
#include "library.h"

#include "host_users.h"
#include <unistd.h>

static int of_name(const char *name) {
    for (int i = 0; i < WF_USERS; i++)
        if (wfl_compare(name, wf_user_names[i]) == 0)
            return i;
    return -1;
}

struct passwd *getpwuid(uid_t number) { return wf_user_entry(wf_user_of_number(number)); }
struct passwd *getpwnam(const char *name) { return wf_user_entry(of_name(name)); }
struct group *getgrgid(gid_t number) { return wf_group_entry(wf_user_of_number(number)); }
struct group *getgrnam(const char *name) { return wf_group_entry(of_name(name)); }

int getpwuid_r(uid_t number, struct passwd *restrict to, char *restrict buffer, size_t size,
               struct passwd **restrict result) {
    return wf_user_into(wf_user_of_number(number), to, buffer, size, result, ERANGE);
}
int getpwnam_r(const char *restrict name, struct passwd *restrict to, char *restrict buffer, size_t size,
               struct passwd **restrict result) {
    return wf_user_into(of_name(name), to, buffer, size, result, ERANGE);
}
int getgrgid_r(gid_t number, struct group *restrict to, char *restrict buffer, size_t size,
               struct group **restrict result) {
    return wf_group_into(wf_user_of_number(number), to, buffer, size, result, ERANGE);
}
int getgrnam_r(const char *restrict name, struct group *restrict to, char *restrict buffer, size_t size,
               struct group **restrict result) {
    return wf_group_into(of_name(name), to, buffer, size, result, ERANGE);
}

void setpwent(void) { wf_next_user = 0; }
void endpwent(void) { wf_next_user = 0; }
struct passwd *getpwent(void) { return wf_user_entry(wf_next(&wf_next_user)); }
void setgrent(void) { wf_next_group = 0; }
void endgrent(void) { wf_next_group = 0; }
struct group *getgrent(void) { return wf_group_entry(wf_next(&wf_next_group)); }

int getgroups(int size, gid_t list[]) {
    if (size < 0) {
        errno = EINVAL;
        return -1;
    }
    if (size > 0)
        list[0] = wfl_group();
    return 1;
}

int getgrouplist(const char *name, gid_t first, gid_t *groups, int *count) {
    (void)name;
    int room = *count;
    *count = 1;
    if (room < 1)
        return -1;
    groups[0] = first;
    return 1;
}

/* Nobody is logged in at a terminal. */
char *getlogin(void) {
    errno = ENXIO;
    return NULL;
}

int getlogin_r(char *name, size_t size) {
    (void)name;
    (void)size;
    return ENXIO;
}
