/* Streams, descriptors and the in-memory file system: the same calls on both, in a directory of
   glibc's that holds the same files. */
#include "check.h"

#include <fcntl.h>
#include <stdio_ext.h>
#include <sys/stat.h>
#include <unistd.h>

#define STREAMS(F)                                                                                 \
    F(fopen) F(fclose) F(fread) F(fwrite) F(fgetc) F(fputc) F(ungetc) F(fgets) F(fputs) F(fseek)   \
    F(ftell) F(rewind) F(feof) F(ferror) F(clearerr) F(getline) F(getdelim) F(fprintf) F(freopen)  \
    F(fileno) F(fdopen) F(open_memstream) F(fmemopen) F(open) F(read) F(write) F(close) F(lseek)   \
    F(dup) F(dup2) F(access) F(unlink) F(rename) F(remove) F(stat) F(fstat) F(ftruncate)           \
    F(isatty) F(pread) F(pwrite) F(puts) F(putchar) F(perror) F(printf) F(tmpfile) F(mkdir)        \
    F(rmdir) F(mkstemp) F(fflush) F(setvbuf) F(__fpending) F(__fwriting) F(__flbf)
STREAMS(MODEL)
extern FILE *model_stdin, *model_stdout, *model_stderr;

static void write_file(const char *name, const char *contents) {
    FILE *file = fopen(name, "w");
    fputs(contents, file);
    fclose(file);
}

static const char *const modes[] = {"r", "w", "a", "r+", "w+", "a+", "rb", "w+x", "q"};

/* What other descriptors see of a stream: the file's size, and how far it was read. */
static void compare_outside(FILE *ours, FILE *theirs, const char *name, bool positioned, int step) {
    struct stat a, b;
    SAME(model_stat(name, &a), stat(name, &b));
    CHECK(a.st_size == b.st_size, "size while open, step %d: %ld, %ld", step, (long)a.st_size,
          (long)b.st_size);
    SAME(model___fpending(ours), __fpending(theirs));
    SAME(model___fwriting(ours) != 0, __fwriting(theirs) != 0);
    /* Where glibc leaves the descriptor after fseek is its own affair. */
    if (!positioned)
        SAME(model_lseek(model_fileno(ours), 0, SEEK_CUR), lseek(fileno(theirs), 0, SEEK_CUR));
}

static void set_random_buffer(FILE *ours, FILE *theirs, int step) {
    static char a[400], b[400];
    static const int buffering[] = {_IOFBF, _IOLBF, _IONBF};
    int mode = buffering[random_below(3)];
    bool own = random_below(2);
    size_t size = (size_t)random_below(272) + 128;
    SAME(model_setvbuf(ours, own ? a : NULL, mode, size), setvbuf(theirs, own ? b : NULL, mode, size));
    SAME(model___flbf(ours) != 0, __flbf(theirs) != 0);
}

/* A random sequence of operations on one file. */
static void random_operations(int step) {
    const char *name = random_below(3) ? "work.txt" : "data/input.txt";
    const char *mode = modes[random_below(9)];
    model_wfl_errno = errno = 0;
    FILE *ours = model_fopen(name, mode), *theirs = fopen(name, mode);
    CHECK(!ours == !theirs && model_wfl_errno == errno, "fopen(%s, %s): errno %d and %d", name,
          mode, model_wfl_errno, errno);
    if (!ours || !theirs)
        return;
    bool update = strchr(mode, '+'), positioned = update;
    if (random_below(3) == 0)
        set_random_buffer(ours, theirs, step);
    for (int i = random_below(12); i > 0; i--) {
        char a[64] = "", b[64] = "";
        int c = 'a' + random_below(26), n = random_below(40);
        if (update) {
            /* Between reading and writing there must be a positioning. */
            SAME(model_fseek(ours, 0, SEEK_CUR), fseek(theirs, 0, SEEK_CUR));
        }
        switch (random_below(11)) {
        case 0:
            SAME(model_fgetc(ours), fgetc(theirs));
            break;
        case 1:
            SAME(model_fgets(a, n, ours) != NULL, fgets(b, n, theirs) != NULL);
            CHECK(strcmp(a, b) == 0, "fgets: \"%s\", \"%s\"", a, b);
            break;
        case 2:
            SAME(model_fread(a, 3, (size_t)n / 3, ours), fread(b, 3, (size_t)n / 3, theirs));
            CHECK(memcmp(a, b, sizeof a) == 0, "fread: \"%s\", \"%s\"", a, b);
            break;
        case 3:
            SAME(model_fputc(c, ours), fputc(c, theirs));
            break;
        case 4:
            SAME(model_fprintf(ours, "%d,%s\n", n, "text"), fprintf(theirs, "%d,%s\n", n, "text"));
            break;
        case 5: {
            int origin = random_below(3);
            SAME(model_fseek(ours, n - 10, origin), fseek(theirs, n - 10, origin));
            positioned = true;
            break;
        }
        case 6:
            SAME(model_ftell(ours), ftell(theirs));
            break;
        case 7:
            if (strchr("r", *mode) && model_ftell(ours) > 0) {
                int back = model_fgetc(ours);
                CHECK(back == fgetc(theirs), "fgetc before ungetc");
                int other = random_below(4) ? back : c;
                SAME(model_ungetc(other, ours), ungetc(other, theirs));
                /* gnulib reads on from there. How far glibc reads ahead when it seeks is its own affair. */
                if (!positioned)
                    SAME(ours->_IO_read_end - ours->_IO_read_ptr, theirs->_IO_read_end - theirs->_IO_read_ptr);
                /* glibc forgets where it was if it is flushed while it has another byte. */
                for (int i = 0; other != back && i < 2; i++)
                    SAME(model_fgetc(ours), fgetc(theirs));
                SAME(model_ftell(ours), ftell(theirs));
            }
            break;
        case 8:
            SAME(model_fwrite("abcdef", 2, 3, ours), fwrite("abcdef", 2, 3, theirs));
            break;
        case 9:
            SAME(model_fflush(ours), fflush(theirs));
            positioned = update;
            break;
        default:
            model_rewind(ours), rewind(theirs);
            positioned = true;
        }
        compare_outside(ours, theirs, name, positioned, step);
        SAME(model_feof(ours), feof(theirs));
        SAME(model_ferror(ours), ferror(theirs));
    }
    SAME(model_fclose(ours), fclose(theirs));
    struct stat a, b;
    SAME(model_stat(name, &a), stat(name, &b));
    CHECK(a.st_size == b.st_size, "size after step %d: %ld, %ld", step, (long)a.st_size,
          (long)b.st_size);
}

static void random_descriptor_operations(int step) {
    static const int flags[] = {O_RDONLY, O_WRONLY, O_RDWR, O_RDWR | O_CREAT, O_WRONLY | O_APPEND,
                                O_RDWR | O_TRUNC, O_RDWR | O_CREAT | O_EXCL};
    const char *name = random_below(3) ? "work.txt" : random_below(2) ? "none/x" : "none";
    int flag = flags[random_below(7)];
    model_wfl_errno = errno = 0;
    int ours = model_open(name, flag, 0644), theirs = open(name, flag, 0644);
    CHECK((ours < 0) == (theirs < 0) && model_wfl_errno == errno, "open(%s, %o): errno %d and %d",
          name, flag, model_wfl_errno, errno);
    if (ours >= 0 && theirs >= 0) {
        for (int i = random_below(8); i > 0; i--) {
            char a[64] = "", b[64] = "";
            int n = random_below(40), origin = random_below(3);
            SAME(model_read(ours, a, (size_t)n), read(theirs, b, (size_t)n));
            CHECK(memcmp(a, b, sizeof a) == 0, "read: \"%s\", \"%s\"", a, b);
            SAME(model_lseek(ours, n - 10, origin), lseek(theirs, n - 10, origin));
            if (random_below(9) == 0)
                SAME(model_lseek(ours, 0, 99), lseek(theirs, 0, 99));
            SAME(model_write(ours, "data", 4), write(theirs, "data", 4));
            SAME(model_pread(ours, a, 9, n), pread(theirs, b, 9, n));
            CHECK(memcmp(a, b, sizeof a) == 0, "pread: \"%s\", \"%s\"", a, b);
            if (random_below(4) == 0)
                SAME(model_ftruncate(ours, n), ftruncate(theirs, n));
        }
        SAME(model_isatty(ours), isatty(theirs));
        SAME(model_close(ours), close(theirs));
    }
    SAME(model_access(name, R_OK), access(name, R_OK));
    if (random_below(4) == 0)
        SAME(model_unlink(name), unlink(name));
    if (random_below(4) == 0)
        SAME(model_rename("work.txt", "other.txt"), rename("work.txt", "other.txt"));
    if (random_below(4) == 0)
        SAME(model_rename("other.txt", "./work.txt"), rename("other.txt", "./work.txt"));
    if (random_below(8) == 0)
        SAME(model_mkdir("made", 0755), mkdir("made", 0755));
    if (random_below(8) == 0)
        SAME(model_rmdir("made"), rmdir("made"));
    if (random_below(8) == 0)
        SAME(model_remove("work.txt"), remove("work.txt"));
}

static void check_lines(void) {
    char *line = NULL;
    size_t capacity = 0;
    long length = model_getline(&line, &capacity, model_stdin);
    CHECK(length == 11 && !strcmp(line, "first line\n") && capacity == 120, "getline %ld", length);
    length = model_getdelim(&line, &capacity, 'x', model_stdin);
    CHECK(length == 12 && !strcmp(line, "second 42 0x"), "getdelim %ld \"%s\"", length, line);
    while ((length = model_getline(&line, &capacity, model_stdin)) > 0)
        ;
    CHECK(length == -1 && model_feof(model_stdin), "end of stdin");
    CHECK(!strcmp(line, "last without newline"), "last line \"%s\"", line);
}

static void check_output(void) {
    forget_output();
    model_puts("hello");
    model_putchar('!');
    model_printf("%d %s", 42, "text");
    model_wfl_errno = ENOENT;
    model_perror("file");
    CHECK(output_length[1] == 0 && output_length[2] == 32, "stdout is held back, stderr is not");
    model_fflush(NULL);
    CHECK(output_length[1] == 14 && !memcmp(output[1], "hello\n!42 text", 14), "stdout");
    CHECK(output_length[2] == 32 && !memcmp(output[2], "file: No such file or directory\n", 32),
          "stderr");
    char *text = NULL;
    size_t size = 0;
    FILE *stream = model_open_memstream(&text, &size);
    for (int i = 0; i < 100; i++)
        model_fprintf(stream, "%d ", i);
    model_fclose(stream);
    CHECK(size == 290 && !strncmp(text, "0 1 2", 5) && !strcmp(text + 284, "98 99 "),
          "open_memstream %zu", size);
    model_fflush(model_stdout);
    int saved = model_dup(1);
    int file = model_open("redirected", O_CREAT | O_RDWR, 0644);
    model_dup2(file, 1);
    model_printf("into the file");
    model_fflush(NULL);
    model_dup2(saved, 1);
    char back[32] = "";
    model_lseek(file, 0, SEEK_SET);
    model_read(file, back, 31);
    CHECK(!strcmp(back, "into the file"), "redirected output \"%s\"", back);
    char name[] = "/tmp/abcXXXXXX", other[] = "/tmp/abcXXXXXX";
    CHECK(model_mkstemp(name) >= 0 && model_mkstemp(other) >= 0 && strcmp(name, other) != 0,
          "mkstemp %s %s", name, other);
}

/* What glibc does with standard streams that were closed. */
static void check_closed(void) {
    int step = 0, kept = dup(0);
    char a[8], b[8];
    SAME(model_fclose(model_stdin), fclose(stdin));
    SAME(model_fileno(model_stdin), fileno(stdin));
    SAME(model_feof(model_stdin), feof(stdin));
    SAME(model_fseek(model_stdin, 0, SEEK_SET), fseek(stdin, 0, SEEK_SET));
    SAME(model_ftell(model_stdin), ftell(stdin));
    SAME(model_fflush(model_stdin), fflush(stdin));
    SAME(model_ferror(model_stdin), ferror(stdin));
    SAME(model_fgetc(model_stdin), fgetc(stdin));
    SAME(model_fgets(a, 8, model_stdin) != NULL, fgets(b, 8, stdin) != NULL);
    SAME(model_fread(a, 1, 8, model_stdin), fread(b, 1, 8, stdin));
    SAME(model_ferror(model_stdin), ferror(stdin));
    SAME(model_fputc('x', model_stdin), fputc('x', stdin));
    SAME(model_fputs("x", model_stdin), fputs("x", stdin));
    SAME(model_fclose(model_stdin), fclose(stdin));
    SAME(model_freopen("none/none", "r", model_stdin) != NULL, freopen("none/none", "r", stdin) != NULL);
    SAME(model_freopen("data/input.txt", "r", model_stdin) != NULL, freopen("data/input.txt", "r", stdin) != NULL);
    SAME(model_fileno(model_stdin), fileno(stdin));
    SAME(model_fgetc(model_stdin), fgetc(stdin));
    SAME(model_fclose(model_stdin), fclose(stdin));
    dup2(kept, 0), close(kept);
}

void check_streams(void) {
    char directory[] = "/tmp/models-XXXXXX";
    if (!mkdtemp(directory) || chdir(directory) != 0 || mkdir("data", 0755) != 0) {
        CHECK(false, "no directory to work in");
        return;
    }
    write_file("data/input.txt", "alpha beta\ngamma\n 12 13\n");
    write_file("empty", "");
    for (int step = 0; step < 3000; step++) {
        random_operations(step);
        random_descriptor_operations(step);
    }
    check_lines();
    check_output();
    check_closed();
    unlink("data/input.txt"), unlink("empty"), unlink("work.txt"), unlink("other.txt");
    unlink("none"), rmdir("data"), rmdir("made");
    if (chdir("/") == 0)
        rmdir(directory);
}
