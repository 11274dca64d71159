/*
 * The users and groups that there are, the same in the machine and in a native run: root and the user.
 */
#ifndef WF_HOST_USERS_H
#define WF_HOST_USERS_H

#include "host.h"
#include <grp.h>
#include <pwd.h>
#include <stddef.h>

#define WF_USERS 2

static const char *const wf_user_names[WF_USERS] = {"root", WF_USER_NAME};
static const char *const wf_homes[WF_USERS] = {"/root", WF_DIRECTORY};
static const unsigned wf_user_numbers[WF_USERS] = {0, WF_USER};

static int wf_next_user, wf_next_group;

static struct passwd *wf_user_entry(int i) {
    static struct passwd entry;
    if (i < 0 || i >= WF_USERS)
        return NULL;
    entry = (struct passwd){
        .pw_name = (char *)wf_user_names[i],
        .pw_passwd = (char *)"x",
        .pw_uid = wf_user_numbers[i],
        .pw_gid = wf_user_numbers[i],
        .pw_gecos = (char *)wf_user_names[i],
        .pw_dir = (char *)wf_homes[i],
        .pw_shell = (char *)WF_SHELL,
    };
    return &entry;
}

static struct group *wf_group_entry(int i) {
    static char *none[] = {NULL};
    static struct group entry;
    if (i < 0 || i >= WF_USERS)
        return NULL;
    entry = (struct group){
        .gr_name = (char *)wf_user_names[i],
        .gr_passwd = (char *)"x",
        .gr_gid = wf_user_numbers[i],
        .gr_mem = none,
    };
    return &entry;
}

static int wf_user_of_number(unsigned number) {
    for (int i = 0; i < WF_USERS; i++)
        if (wf_user_numbers[i] == number)
            return i;
    return -1;
}

/* The one whose turn it is, as getpwent() and getgrent() go through them; behind the last there is none. */
static int wf_next(int *turn) { return *turn < WF_USERS ? (*turn)++ : WF_USERS; }

#endif
