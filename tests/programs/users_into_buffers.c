// Users and groups, with texts in the program's own buffers, as large as an input says.
// options:
// exhaustive: true
// findings: none
// tests: confirmed
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <wayfarer.h>

int main(void) {
    int size = wf_range_int("size", 0, 48);
    char buffer[48], name[8];
    struct passwd user, *found = &user;
    struct group group, *of_group = &group;
    int error = getpwnam_r("user", &user, buffer, size, &found);
    if (error)
        return error == ERANGE && !found ? 1 : 2;
    printf("%s %s %u\n", found->pw_name, found->pw_dir, found->pw_uid);
    if (getpwuid_r(4711, &user, buffer, size, &found) != 0 || found || getlogin_r(name, sizeof name) != ENXIO)
        return 3;
    if (getgrgid_r(0, &group, buffer, size, &of_group) != 0 || !of_group || of_group->gr_mem[0])
        return 4;
    return strcmp(of_group->gr_name, "root") != 0;
}
