/* glob on the same files as glibc's. */
#include "check.h"

#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

MODEL(glob);
MODEL(globfree);
MODEL(mkdir);
MODEL(rmdir);
MODEL(chdir);
MODEL(fopen);
MODEL(fclose);
MODEL(unlink);
MODEL(symlink);
MODEL(chmod);

static const char *const directories[] = {"d", "d/ab", "d/ab/c", "d/.e", "d/x[1]", "d/no"};
static const char *const files[] = {"d/a", "d/b.c", "d/.h", "d/ab/a", "d/ab/c/zz", "d/.e/f", "d/x[1]/a*", "d/A"};

static void make_all(void) {
    for (int i = 0; i < 6; i++)
        mkdir(directories[i], 0755), model_mkdir(directories[i], 0755);
    for (int i = 0; i < 8; i++)
        fclose(fopen(files[i], "w")), model_fclose(model_fopen(files[i], "w"));
    for (int i = 0; i < 2; i++) {
        const char *to = i ? "ab" : "none", *name = i ? "d/to_ab" : "d/to_none";
        CHECK(model_symlink(to, name) == symlink(to, name), "symlink");
    }
}

static void remove_all(void) {
    unlink("d/to_ab"), model_unlink("d/to_ab"), unlink("d/to_none"), model_unlink("d/to_none");
    for (int i = 0; i < 8; i++)
        unlink(files[i]), model_unlink(files[i]);
    for (int i = 5; i >= 0; i--)
        rmdir(directories[i]), model_rmdir(directories[i]);
}

static void random_pattern(char *to) {
    static const char *const pieces[] = {"*", "?", "[a-c]", "a", "b", ".", "/", "/", "\\*", "[b-z]", "]", "x", "[!x]", "//", "c", "to_", "e", "*/", "\\["};
    strcpy(to, random_below(3) ? "d/" : "./d/");
    for (int i = random_below(6); i > 0; i--)
        strcat(to, pieces[random_below(19)]);
}

static void check_pattern(const char *pattern, const char *more, int flags, int step) {
    glob_t ours = {.gl_offs = 2}, theirs = {.gl_offs = 2};
    int a = model_glob(pattern, flags, NULL, &ours), b = glob(pattern, flags, NULL, &theirs);
    CHECK(a == b, "glob(\"%s\", %x): model %d, glibc %d, step %d", pattern, flags, a, b, step);
    if (a == 0 && b == 0 && more) {
        a = model_glob(more, flags | GLOB_APPEND, NULL, &ours), b = glob(more, flags | GLOB_APPEND, NULL, &theirs);
        CHECK(a == b, "glob(\"%s\", %x) behind: model %d, glibc %d, step %d", more, flags, a, b, step);
    }
    CHECK(ours.gl_pathc == theirs.gl_pathc, "glob(\"%s\", \"%s\", %x): model %zu, glibc %zu", pattern, more ? more : "", flags, ours.gl_pathc, theirs.gl_pathc);
    size_t offset = flags & GLOB_DOOFFS ? 2 : 0;
    for (size_t i = 0; i < ours.gl_pathc && i < theirs.gl_pathc && ours.gl_pathv && theirs.gl_pathv; i++)
        CHECK(strcmp(ours.gl_pathv[offset + i], theirs.gl_pathv[offset + i]) == 0, "glob(\"%s\", %x): %s, %s", pattern, flags,
              ours.gl_pathv[offset + i], theirs.gl_pathv[offset + i]);
    model_globfree(&ours), globfree(&theirs);
}

void check_glob(void) {
    char directory[] = "/tmp/models-XXXXXX";
    if (!mkdtemp(directory) || chdir(directory) != 0) {
        CHECK(false, "no directory to work in");
        return;
    }
    mkdir("w", 0755), model_mkdir("w", 0755);
    CHECK(chdir("w") == 0 && model_chdir("w") == 0, "chdir");
    make_all();
    for (int step = 0; step < 20000; step++) {
        static const int all[] = {GLOB_MARK, GLOB_DOOFFS, GLOB_NOCHECK, GLOB_NOESCAPE, GLOB_PERIOD};
        char pattern[64], more[64];
        random_pattern(pattern), random_pattern(more);
        if (strstr(pattern, "\\/") || strstr(more, "\\/") || strstr(pattern, "//") || strstr(more, "//"))
            continue;
        int flags = 0;
        for (int i = 0; i < 5; i++)
            flags |= random_below(5) ? 0 : all[i];
        check_pattern(pattern, random_below(3) ? NULL : more, flags, step);
    }
    remove_all();
    CHECK(chdir("..") == 0 && model_chdir("..") == 0, "chdir");
    rmdir("w"), model_rmdir("w");
    if (chdir("/") == 0)
        rmdir(directory);
}
