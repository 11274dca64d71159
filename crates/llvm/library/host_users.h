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

/* Copies a text to where the buffer of getpwnam_r() and its like has room; null if it has none. */
static char *wf_user_text(const char *text, char **at, char *end) {
    char *start = *at;
    do
        if (*at == end)
            return NULL;
    while ((*(*at)++ = *text++));
    return start;
}

/* An entry whose texts are the caller's: 0, or ERANGE (`no_room`) where they do not fit. */
static int wf_user_into(int i, struct passwd *to, char *buffer, size_t size, struct passwd **result, int no_room) {
    const struct passwd *entry = wf_user_entry(i);
    char *at = buffer, *end = buffer + size;
    *result = NULL;
    if (!entry)
        return 0;
    *to = *entry;
    to->pw_name = wf_user_text(entry->pw_name, &at, end);
    to->pw_passwd = to->pw_name ? wf_user_text(entry->pw_passwd, &at, end) : NULL;
    to->pw_gecos = to->pw_passwd ? wf_user_text(entry->pw_gecos, &at, end) : NULL;
    to->pw_dir = to->pw_gecos ? wf_user_text(entry->pw_dir, &at, end) : NULL;
    to->pw_shell = to->pw_dir ? wf_user_text(entry->pw_shell, &at, end) : NULL;
    if (!to->pw_shell)
        return no_room;
    *result = to;
    return 0;
}

static int wf_group_into(int i, struct group *to, char *buffer, size_t size, struct group **result, int no_room) {
    const struct group *entry = wf_group_entry(i);
    /* The list of members, which is empty, is the caller's, too. */
    size_t skipped = -(size_t)buffer % sizeof(char *);
    char *at = buffer + skipped + sizeof(char *), *end = buffer + size;
    *result = NULL;
    if (!entry)
        return 0;
    if (size < skipped + sizeof(char *))
        return no_room;
    *to = *entry;
    to->gr_mem = (char **)(void *)(buffer + skipped);
    to->gr_mem[0] = NULL;
    to->gr_name = wf_user_text(entry->gr_name, &at, end);
    to->gr_passwd = to->gr_name ? wf_user_text(entry->gr_passwd, &at, end) : NULL;
    if (!to->gr_passwd)
        return no_room;
    *result = to;
    return 0;
}

/* The one whose turn it is, as getpwent() and getgrent() go through them; behind the last there is none. */
static int wf_next(int *turn) { return *turn < WF_USERS ? (*turn)++ : WF_USERS; }

#endif
