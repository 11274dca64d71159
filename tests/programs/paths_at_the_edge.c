// What the functions of files say of names that are empty, end in slashes, or go through files.
// options: --arg - --file A=1
// exhaustive: true
// findings: none
// tests: confirmed
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const NAMES[] = {"",   ".",   "d",      "d/",      "d//",      "./d",
                                    "A",  "A/",  "A//",    "./A",     "A/x",      "absent",
                                    "absent/", "absent/x", "absent/x/", "d/new", "d/new/", "d//A"};

static void told(const char *what, const char *name, int result) {
    printf("%s %s %d\n", what, name, result < 0 ? errno : 0);
    errno = 0;
}

static void opened(const char *what, const char *name, int flags) {
    int file = open(name, flags, 0600);
    told(what, name, file);
    if (file >= 0)
        close(file);
}

int main(void) {
    struct stat status;
    if (mkdir("d", 0700) != 0)
        return 1;
    for (unsigned i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        const char *name = NAMES[i];
        told("stat", name, stat(name, &status));
        told("lstat", name, lstat(name, &status));
        told("access", name, access(name, R_OK));
        opened("open", name, O_RDONLY);
        opened("open to write", name, O_WRONLY);
        opened("open a directory", name, O_RDONLY | O_DIRECTORY);
        told("rmdir", i > 5 ? name : "absent", rmdir(i > 5 ? name : "absent"));
        told("unlink", name[0] == 'A' || name[0] == '.' ? "d" : name,
             unlink(name[0] == 'A' || name[0] == '.' ? "d" : name));
        told("chmod", name, chmod(name, 0700));
        told("mkdir", name, mkdir(name, 0700));
        rmdir(name[0] == 'd' && name[1] ? name : "absent");
        mkdir("d", 0700);
        opened("create", name, O_WRONLY | O_CREAT);
        opened("create to read", name, O_RDONLY | O_CREAT);
        opened("create anew", name, O_WRONLY | O_CREAT | O_EXCL);
        if (stat(name, &status) == 0 && S_ISDIR(status.st_mode))
            continue;
        told("rename", name, rename(name, "absent/other"));
        told("rename to", name, rename("absent", name));
        unlink("absent");
        rmdir("absent");
    }
    opened("open", "d/.", O_RDONLY);
    opened("open", "A/.", O_RDONLY);
    told("stat", ".//d//./.", stat(".//d//./.", &status));
    told("mkdir", "A/.", mkdir("A/.", 0700));
    return 0;
}
