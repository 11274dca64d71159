/* Names of files: random calls on both, the real ones in a directory of their own, and what there is
   afterwards. */
#include "check.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILES(F)                                                                                   \
    F(open) F(openat) F(close) F(mkdir) F(mkdirat) F(rmdir) F(unlink) F(unlinkat) F(rename)        \
    F(renameat) F(renameat2) F(link) F(linkat) F(symlink) F(symlinkat) F(readlink) F(stat) F(lstat)        \
    F(fstatat) F(access) F(faccessat) F(remove) F(mkfifo) F(chdir) F(fchdir) F(getcwd) F(realpath) F(opendir) F(readdir) \
    F(closedir) F(telldir) F(rewinddir) F(scandir) F(alphasort) F(write) F(ftruncate) F(utimensat) F(chmod)
FILES(MODEL)

#define SAME_ON_FILES(ours, theirs)                                                                         \
    do {                                                                                           \
        model_wfl_errno = errno = 0;                                                               \
        long our_result = (long)(ours), our_error = model_wfl_errno;                               \
        long their_result = (long)(theirs), their_error = errno;                                   \
        CHECK(our_result == their_result && our_error == their_error,                              \
              #ours ": model %ld (%ld), glibc %ld (%ld), step %d: %s, %s", our_result, our_error,  \
              their_result, their_error, step, name, other);                                       \
    } while (0)

static const char *const names[] = {
    "a",      "b",     "l",      "d",     "e",       "d/a",      "d/b",       "d/e",        "d/e/a",   "d/e/e",
    "l/a",    "l/e",   "./a",    "d/",    "a/",      "l/",       "d/.",       "d/..",       "d/../b",  "d//a",
    "d/e/..", "a/b",   "d/e/",   ".",     "",        "d/l",      "d/l/a",     "d/e/../../a", "d/./e/.", "a/.",
    "l/..",   "m",     "m/",     "d/m",   "absent",  "absent/a", "absent/",   "d/absent/..", "l/l",     "e/a",
};
enum { NAMES = sizeof names / sizeof *names };

/* How many directories are above that of the names. */
enum { DEPTH = 3 };

static const char *any_name(void) { return names[random_below(NAMES)]; }

/* What stat() says of both, where that is the same in all places. */
static void compare_status(const char *name, bool follow, int step) {
    struct stat ours, theirs;
    const char *other = follow ? "stat" : "lstat";
    model_wfl_errno = errno = 0;
    int our_result = follow ? model_stat(name, &ours) : model_lstat(name, &ours);
    int their_result = follow ? stat(name, &theirs) : lstat(name, &theirs);
    CHECK(our_result == their_result && model_wfl_errno == errno, "%s(%s): model %d (%d), glibc %d (%d), step %d",
          other, name, our_result, model_wfl_errno, their_result, errno, step);
    if (our_result != 0 || their_result != 0)
        return;
    CHECK(ours.st_mode == theirs.st_mode, "mode of %s: %o, %o, step %d", name, ours.st_mode, theirs.st_mode, step);
    if (S_ISDIR(ours.st_mode))
        return;
    CHECK(ours.st_size == theirs.st_size && ours.st_nlink == theirs.st_nlink,
          "%s: size %ld, %ld, links %ld, %ld, step %d", name, (long)ours.st_size, (long)theirs.st_size,
          (long)ours.st_nlink, (long)theirs.st_nlink, step);
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names of a directory of glibc's in the order of the model's. */
static int sorted(DIR *stream, char *into[], int most) {
    int count = 0;
    for (struct dirent *entry; count < most && (entry = readdir(stream));)
        into[count++] = strdup(entry->d_name);
    qsort(into, (size_t)count, sizeof *into, compare_names);
    return count;
}

static void compare_directory(const char *name, int step) {
    char *theirs[64];
    model_wfl_errno = errno = 0;
    DIR *our_stream = model_opendir(name), *their_stream = opendir(name);
    CHECK(!our_stream == !their_stream && model_wfl_errno == errno, "opendir(%s): model %d, glibc %d, step %d",
          name, model_wfl_errno, errno, step);
    int count = their_stream ? sorted(their_stream, theirs, 64) : 0, at = 0;
    if (our_stream) {
        for (struct dirent *entry; (entry = model_readdir(our_stream)); at++)
            CHECK(at < count && strcmp(entry->d_name, theirs[at]) == 0, "%s has %s, glibc %s, step %d", name,
                  entry->d_name, at < count ? theirs[at] : "nothing", step);
        CHECK(at == count, "%s has %d names, glibc %d, step %d", name, at, count, step);
        model_closedir(our_stream);
    }
    for (int i = 0; i < count; i++)
        free(theirs[i]);
    if (their_stream)
        closedir(their_stream);
}

static void open_both(const char *name, int step) {
    static const int flags[] = {O_RDONLY,           O_WRONLY | O_CREAT, O_RDWR | O_CREAT | O_EXCL,
                                O_RDONLY | O_CREAT, O_RDWR | O_TRUNC,   O_RDONLY | O_DIRECTORY,
                                O_WRONLY,           O_RDONLY | O_NOFOLLOW};
    int how = flags[random_below(8)];
    struct stat about;
    /* Nobody opens a pipe for us. */
    if (stat(name, &about) == 0 && S_ISFIFO(about.st_mode))
        return;
    model_wfl_errno = errno = 0;
    int ours = model_open(name, how, 0666), theirs = open(name, how, 0666);
    CHECK((ours < 0) == (theirs < 0) && model_wfl_errno == errno, "open(%s, %x): model %d, glibc %d, step %d",
          name, how, model_wfl_errno, errno, step);
    if (ours >= 0 && (how & O_ACCMODE) != O_RDONLY)
        model_write(ours, "xyz", (size_t)step % 4);
    if (theirs >= 0 && (how & O_ACCMODE) != O_RDONLY)
        (void)!write(theirs, "xyz", (size_t)step % 4);
    if (ours >= 0)
        model_close(ours);
    if (theirs >= 0)
        close(theirs);
}

static void read_links(const char *name, int step) {
    char ours[64], theirs[64];
    const char *other = "";
    SAME_ON_FILES(model_readlink(name, ours, sizeof ours), readlink(name, theirs, sizeof theirs));
}

/* From the directories of both. */
static void compare_real_paths(const char *name, const char *directory, int step) {
    char ours[PATH_MAX], theirs[PATH_MAX], ourplace[PATH_MAX];
    model_wfl_errno = errno = 0;
    bool our_result = model_realpath(name, ours), their_result = realpath(name, theirs);
    CHECK(our_result == their_result && (our_result || model_wfl_errno == errno), "realpath(%s): model %d (%d), glibc %d (%d), step %d",
          name, our_result, model_wfl_errno, their_result, errno, step);
    if (!our_result || !their_result)
        return;
    CHECK(model_getcwd(ourplace, sizeof ourplace) != NULL, "getcwd");
    /* Above what both places have in common they are different. */
    size_t our_length = strlen(ourplace), their_length = strlen(directory);
    while (our_length && their_length && ourplace[our_length - 1] == directory[their_length - 1])
        our_length--, their_length--;
    CHECK(strcmp(ours + our_length, theirs + their_length) == 0, "realpath(%s): %s, %s from %s, %s", name, ours, theirs,
          ourplace, directory);
}

static void relative_both(const char *name, const char *other, int step) {
    int ours = model_open("d", O_RDONLY | O_DIRECTORY), theirs = open("d", O_RDONLY | O_DIRECTORY);
    if (ours < 0 || theirs < 0)
        goto end;
    /* What is above the directory is not ours. */
    if (strstr(name, "..") || strstr(other, ".."))
        goto end;
    switch (random_below(6)) {
    case 0:
        SAME_ON_FILES(model_mkdirat(ours, name, 0755), mkdirat(theirs, name, 0755));
        break;
    case 1:
        SAME_ON_FILES(model_unlinkat(ours, name, AT_REMOVEDIR), unlinkat(theirs, name, AT_REMOVEDIR));
        break;
    case 2:
        SAME_ON_FILES(model_renameat(ours, name, AT_FDCWD, other), renameat(theirs, name, AT_FDCWD, other));
        break;
    case 3:
        SAME_ON_FILES(model_symlinkat("a", ours, name), symlinkat("a", theirs, name));
        break;
    case 4:
        SAME_ON_FILES(model_linkat(AT_FDCWD, name, ours, other, AT_SYMLINK_FOLLOW),
             linkat(AT_FDCWD, name, theirs, other, AT_SYMLINK_FOLLOW));
        break;
    default:
        SAME_ON_FILES(model_faccessat(ours, name, F_OK, 0), faccessat(theirs, name, F_OK, 0));
    }
end:
    if (ours >= 0)
        model_close(ours);
    if (theirs >= 0)
        close(theirs);
}

static void random_step(const char *directory, int step) {
    const char *name = any_name(), *other = any_name();
    switch (random_below(18)) {
    case 0:
    case 1:
        open_both(name, step);
        break;
    case 2:
    case 3:
        SAME_ON_FILES(model_mkdir(name, 0755), mkdir(name, 0755));
        break;
    case 4:
        SAME_ON_FILES(model_rmdir(name), rmdir(name));
        break;
    case 5:
        SAME_ON_FILES(model_unlink(name), unlink(name));
        break;
    case 6:
    case 7:
        SAME_ON_FILES(model_rename(name, other), rename(name, other));
        break;
    case 8:
        SAME_ON_FILES(model_link(name, other), link(name, other));
        break;
    case 9:
        SAME_ON_FILES(model_symlink(name, other), symlink(name, other));
        break;
    case 10:
        read_links(name, step);
        break;
    case 11:
        SAME_ON_FILES(model_remove(name), remove(name));
        break;
    case 12:
        compare_directory(name, step);
        break;
    case 13:
        compare_real_paths(name, directory, step);
        break;
    case 14:
        SAME_ON_FILES(model_mkfifo(name, 0644), mkfifo(name, 0644));
        break;
    case 15:
        SAME_ON_FILES(model_renameat2(AT_FDCWD, name, AT_FDCWD, other, RENAME_NOREPLACE),
             renameat2(AT_FDCWD, name, AT_FDCWD, other, RENAME_NOREPLACE));
        break;
    case 16:
        SAME_ON_FILES(model_access(name, R_OK), access(name, R_OK));
        break;
    default:
        relative_both(name, other, step);
    }
    compare_status(any_name(), step % 2, step);
}

/* Removes all that there is, on both sides. */
static void clear(const char *directory) {
    DIR *stream = opendir(directory);
    for (struct dirent *entry; stream && (entry = readdir(stream));) {
        char path[PATH_MAX];
        struct stat about;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
        if (lstat(path, &about) == 0 && S_ISDIR(about.st_mode))
            clear(path);
        remove(path);
        model_remove(path);
    }
    if (stream)
        closedir(stream);
}

void check_files(void) {
    char directory[] = "/tmp/models-XXXXXX", real[PATH_MAX];
    bool made = mkdtemp(directory) && chdir(directory) == 0;
    /* Paths may lead up. */
    for (int i = 0; made && i < DEPTH; i++)
        made = mkdir("files", 0755) == 0 && chdir("files") == 0 && model_mkdir("files", 0755) == 0 &&
               model_chdir("files") == 0;
    if (!made || !getcwd(real, sizeof real)) {
        CHECK(false, "no directory to work in");
        return;
    }
    for (int step = 0; step < 60000; step++) {
        random_step(real, step);
        if (step % 200 == 0)
            clear(".");
    }
    clear(".");
    char place[PATH_MAX];
    CHECK(model_getcwd(place, sizeof place) && strcmp(place, "/home/user/files/files/files") == 0, "%s", place);
    for (int i = 0; i < DEPTH; i++) {
        CHECK(model_chdir("..") == 0 && chdir("..") == 0, "back");
        clear(".");
        /* The highest has the files of the other tests. */
        if (i + 1 < DEPTH)
            compare_directory(".", i);
    }
    rmdir(directory);
}
