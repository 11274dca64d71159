/* Small functions of many headers, beside glibc's. */
#include "check.h"

#include <fcntl.h>
#include <fenv.h>
#include <ftw.h>
#include <limits.h>
#include <locale.h>
#include <malloc.h>
#include <nl_types.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <syslog.h>
#include <termios.h>
#include <threads.h>
#include <time.h>
#include <uchar.h>
#include <unistd.h>
#include <utmpx.h>
#include <wchar.h>

#define NAMES(F)                                                                                   \
    F(initstate) F(setstate) F(random) F(srandom) F(rand) F(cfsetispeed) F(cfsetospeed) F(cfgetispeed)     \
    F(cfgetospeed) F(cfmakeraw) F(tcdrain) F(tcflow) F(tcgetsid) F(tcgetpgrp) F(ctermid) F(sighold) \
    F(sigrelse) F(sigignore) F(sigset) F(sigprocmask) F(sigaltstack) F(sigtimedwait) F(raise)      \
    F(sched_get_priority_max) F(sched_get_priority_min) F(sched_getscheduler) F(getpriority)       \
    F(clock_getcpuclockid) F(mprotect) F(msync) F(posix_madvise) F(pathconf) F(fpathconf) F(confstr) \
    F(mtx_init) F(mtx_lock) F(mtx_trylock) F(mtx_unlock) F(call_once) F(tss_create) F(tss_set)     \
    F(tss_get) F(mbrtoc16) F(mbrtoc32) F(c16rtomb) F(c32rtomb) F(setlocale) F(open) F(close)       \
    F(readv) F(writev) F(preadv) F(pwritev) F(posix_fallocate) F(lseek) F(fstat) F(mkdir) F(symlink) \
    F(unlink) F(rmdir) F(nftw) F(ftw) F(mkdtemp) F(tmpnam) F(tempnam) F(strcasecmp_l)              \
    F(strncasecmp_l) F(strxfrm_l) F(wcsftime) F(open_wmemstream) F(fputws) F(fclose) F(fflush)     \
    F(catopen) F(catgets) F(catclose) F(getdate) F(getutxent) F(fegetenv) F(feholdexcept)          \
    F(feupdateenv) F(fesetround) F(psignal) F(chdir) F(lockf) F(setlogmask)    \
    F(sendfile) F(mallopt) F(ftruncate) F(pipe) F(pread) F(syncfs)
NAMES(MODEL)
extern int model_getdate_err;

static void check_generators(void) {
    static const size_t sizes[] = {4, 8, 31, 32, 64, 100, 128, 256, 300};
    static char ours[3][300], theirs[3][300];
    char *our_first = NULL, *their_first = NULL;
    for (int step = 0; step < 2000; step++) {
        int which = random_below(3);
        unsigned seed = (unsigned)random_bits();
        switch (random_below(5)) {
        case 0: {
            size_t size = sizes[random_below(9)];
            model_wfl_errno = errno = 0;
            char *a = model_initstate(seed, ours[which], size), *b = initstate(seed, theirs[which], size);
            CHECK(!a == !b && model_wfl_errno == errno, "initstate of %zu", size);
            if (!our_first)
                our_first = a, their_first = b;
            break;
        }
        case 1:
            if (our_first)
                model_setstate(our_first), setstate(their_first);
            break;
        case 2:
            model_srandom(seed), srandom(seed);
            break;
        default:
            for (int i = random_below(40); i > 0; i--)
                SAME(model_random(), random());
        }
    }
    model_initstate(1, ours[0], 128), initstate(1, theirs[0], 128);
    if (our_first)
        model_setstate(our_first), setstate(their_first);
}

static void check_terminals(void) {
    static const speed_t speeds[] = {B0, B50, B9600, B38400, B57600, B115200, B4000000, 3, 15, 16, 4096, 4111, 4112, 77777};
    struct termios a = {0}, b = {0};
    for (int step = 0; step < 3000; step++) {
        speed_t speed = speeds[random_below(14)];
        if (random_below(2))
            SAME(model_cfsetispeed(&a, speed), cfsetispeed(&b, speed));
        else
            SAME(model_cfsetospeed(&a, speed), cfsetospeed(&b, speed));
        SAME(model_cfgetispeed(&a), cfgetispeed(&b));
        SAME(model_cfgetospeed(&a), cfgetospeed(&b));
        CHECK(a.c_iflag == b.c_iflag && a.c_cflag == b.c_cflag, "settings of speed %o", speed);
        if (random_below(20) == 0) {
            memset(&a, random_below(256), sizeof a);
            b = a;
            model_cfmakeraw(&a), cfmakeraw(&b);
            CHECK(!memcmp(&a, &b, sizeof a), "cfmakeraw");
        }
    }
    int step = 0;
    SAME(model_tcgetpgrp(99), tcgetpgrp(99));
    SAME(model_tcdrain(99), tcdrain(99));
    CHECK(!strcmp(model_ctermid(NULL), ctermid(NULL)), "ctermid");
}

static void handler(int number) { (void)number; }

static void check_old_signals(void) {
    void *const handlers[] = {SIG_DFL, SIG_IGN, SIG_HOLD, handler};
    for (int step = 0; step < 2000; step++) {
        static const int numbers[] = {SIGUSR1, SIGUSR2, SIGWINCH, 0, 65, SIGKILL, 34};
        int number = numbers[random_below(7)];
        sigset_t a, b;
        sighandler_t how = handlers[random_below(4)];
        switch (random_below(4)) {
        case 0:
            SAME(model_sighold(number), sighold(number));
            break;
        case 1:
            SAME(model_sigrelse(number), sigrelse(number));
            break;
        case 2:
            SAME(model_sigignore(number), sigignore(number));
            break;
        default:
            SAME(model_sigset(number, how), sigset(number, how));
        }
        model_sigprocmask(SIG_BLOCK, NULL, &a), sigprocmask(SIG_BLOCK, NULL, &b);
        CHECK(a.__val[0] == b.__val[0], "masks %lx, %lx", a.__val[0], b.__val[0]);
    }
    int step = 0;
    sigset_t set;
    struct timespec none = {0, 0}, wrong = {0, -1};
    siginfo_t info;
    sigemptyset(&set), sigaddset(&set, SIGUSR1);
    SAME(model_sighold(SIGUSR1), sighold(SIGUSR1));
    SAME(model_sigtimedwait(&set, &info, &none), sigtimedwait(&set, &info, &none));
    SAME(model_sigtimedwait(&set, &info, &wrong), sigtimedwait(&set, &info, &wrong));
    SAME(model_raise(SIGUSR1), raise(SIGUSR1));
    SAME(model_sigtimedwait(&set, &info, &none), sigtimedwait(&set, &info, &none));
    SAME(model_sigrelse(SIGUSR1), sigrelse(SIGUSR1));
    for (int i = 0; i < 34; i++)
        sigset(SIGUSR1, SIG_DFL), sigset(SIGUSR2, SIG_DFL), sigset(34, SIG_DFL);
    static char memory[65536];
    stack_t stacks[] = {{memory, 0, 65536}, {memory, 0, 100}, {memory, SS_DISABLE, 0}, {memory, 77, 65536}}, a, b;
    for (step = 0; step < 100; step++) {
        const stack_t *stack = random_below(5) ? &stacks[random_below(4)] : NULL;
        memset(&a, 0, sizeof a), memset(&b, 0, sizeof b);
        SAME(model_sigaltstack(stack, &a), sigaltstack(stack, &b));
        CHECK(a.ss_flags == b.ss_flags && (a.ss_flags || (a.ss_sp == b.ss_sp && a.ss_size == b.ss_size)),
              "sigaltstack: %d, %d", a.ss_flags, b.ss_flags);
    }
    sigaltstack(&stacks[2], NULL);
}

static void check_numbers_of_the_system(void) {
    static char page[8192] __attribute__((aligned(4096)));
    for (int step = -2; step < 7; step++) {
        SAME(model_sched_get_priority_max(step), sched_get_priority_max(step));
        SAME(model_sched_get_priority_min(step), sched_get_priority_min(step));
        if (step <= 4)
            SAME(model_posix_madvise(page, 4096, step), posix_madvise(page, 4096, step));
        SAME(model_msync(page + step, 10, MS_ASYNC), msync(page + step, 10, MS_ASYNC));
        SAME(model_msync(page, 4096, step), msync(page, 4096, step));
    }
    int step = 0;
    clockid_t a = 0, b = 0;
    SAME(model_clock_getcpuclockid(0, &a), clock_getcpuclockid(0, &b));
    CHECK(a == b, "clock_getcpuclockid: %d, %d", a, b);
    SAME(model_mprotect(page, 4096, PROT_READ | PROT_WRITE), mprotect(page, 4096, PROT_READ | PROT_WRITE));
    SAME(model_mprotect(page + 1, 4096, PROT_READ | PROT_WRITE), mprotect(page + 1, 4096, PROT_READ | PROT_WRITE));
    static const int names[] = {_PC_NAME_MAX, _PC_PATH_MAX, _PC_PIPE_BUF, _PC_MAX_CANON, _PC_MAX_INPUT,
                                _PC_CHOWN_RESTRICTED, _PC_NO_TRUNC, _PC_VDISABLE};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        SAME(model_pathconf("/", names[i]), pathconf("/", names[i]));
        SAME(model_pathconf("", names[i]), pathconf("", names[i]));
        SAME(model_fpathconf(-1, names[i]), fpathconf(-1, names[i]));
    }
    char x[40], y[40];
    for (size_t size = 0; size < 20; size++) {
        memset(x, 1, 40), memset(y, 1, 40);
        SAME(model_confstr(_CS_PATH, x, size), confstr(_CS_PATH, y, size));
        CHECK(!memcmp(x, y, 40), "confstr of %zu", size);
    }
    SAME(model_fesetround(17), fesetround(17));
    SAME(model_fesetround(0), fesetround(0));
    fenv_t environment;
    CHECK(model_fegetenv(&environment) == 0 && model_feholdexcept(&environment) == 0 && fesetenv(&environment) == 0 &&
              model_feupdateenv(&environment) == 0,
          "environments");
    SAME((long)model_catopen("none", 0), (long)catopen("none", 0));
    SAME((long)model_catgets((nl_catd)-1, 1, 1, "x") != 0, (long)catgets((nl_catd)-1, 1, 1, "x") != 0);
    SAME(model_catclose((nl_catd)-1), catclose((nl_catd)-1));
    CHECK(!model_getdate("x") && !getdate("x") && model_getdate_err == getdate_err, "getdate_err %d", getdate_err);
    CHECK(!model_getutxent(), "getutxent");
}

static int once;
static void count_once(void) { once++; }

static void check_threads(void) {
    mtx_t a, b;
    int step = 0;
    SAME(model_mtx_init(&a, mtx_plain | mtx_recursive), mtx_init(&b, mtx_plain | mtx_recursive));
    SAME(model_mtx_lock(&a), mtx_lock(&b));
    SAME(model_mtx_trylock(&a), mtx_trylock(&b));
    SAME(model_mtx_unlock(&a), mtx_unlock(&b));
    SAME(model_mtx_init(&a, mtx_plain), mtx_init(&b, mtx_plain));
    SAME(model_mtx_lock(&a), mtx_lock(&b));
    SAME(model_mtx_trylock(&a), mtx_trylock(&b));
    SAME(model_mtx_unlock(&a), mtx_unlock(&b));
    SAME(model_mtx_trylock(&a), mtx_trylock(&b));
    SAME(model_mtx_init(&a, 77), mtx_init(&b, 77));
    once_flag flag = ONCE_FLAG_INIT;
    model_call_once(&flag, count_once), model_call_once(&flag, count_once);
    CHECK(once == 1, "call_once: %d", once);
    tss_t key;
    CHECK(model_tss_create(&key, NULL) == thrd_success && !model_tss_get(key), "tss_create");
    CHECK(model_tss_set(key, &once) == thrd_success && model_tss_get(key) == &once, "tss_set");
}

static void check_unicode(void) {
    static const char *const texts[] = {"a", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xf0\x9f", "", "\xff"};
    mbstate_t states[4] = {{0}}, others[4] = {{0}};
    for (int step = 0; step < 20000; step++) {
        if (random_below(4) == 0)
            memset(states, 0, sizeof states), memset(others, 0, sizeof others);
        const char *text = texts[random_below(7)];
        size_t size = (size_t)random_below(6);
        char16_t a = 7, b = 7;
        char32_t x = 7, y = 7;
        SAME(model_mbrtoc16(&a, text, size, &states[0]), mbrtoc16(&b, text, size, &others[0]));
        SAME(model_mbrtoc32(&x, text, size, &states[1]), mbrtoc32(&y, text, size, &others[1]));
        CHECK(a == b && x == y, "mbrtoc of %s: %x %x, %x %x", text, a, b, x, y);
        static const char16_t units[] = {'a', 0xe9, 0x20ac, 0xd83d, 0xde00, 0};
        char bytes[8] = "", other[8] = "";
        char16_t unit = units[random_below(6)];
        SAME(model_c16rtomb(bytes, unit, &states[2]), c16rtomb(other, unit, &others[2]));
        CHECK(!memcmp(bytes, other, 8), "c16rtomb of %x", unit);
        char32_t c = (char32_t)random_below(0x11000);
        SAME(model_c32rtomb(bytes, c, &states[3]), c32rtomb(other, c, &others[3]));
        CHECK(!memcmp(bytes, other, 8), "c32rtomb of %x", c);
    }
}

static void check_vectors(void) {
    int ours = model_open("parts", O_RDWR | O_CREAT, 0600), theirs = open("parts", O_RDWR | O_CREAT, 0600);
    for (int step = 0; step < 2000; step++) {
        char text[3][8] = {"one", "two 2", "3"}, x[3][8] = {""}, y[3][8] = {""};
        struct iovec from[3], a[3], b[3];
        int count = random_below(5) - 1, place = random_below(20) - 1;
        for (int i = 0; i < 3; i++) {
            size_t size = (size_t)random_below(6);
            from[i] = (struct iovec){text[i], size}, a[i] = (struct iovec){x[i], size}, b[i] = (struct iovec){y[i], size};
        }
        switch (random_below(6)) {
        case 0:
            SAME(model_writev(ours, from, count), writev(theirs, from, count));
            break;
        case 1:
            SAME(model_readv(ours, a, count), readv(theirs, b, count));
            break;
        case 2:
            SAME(model_pwritev(ours, from, count, place), pwritev(theirs, from, count, place));
            break;
        case 3:
            SAME(model_preadv(ours, a, count, place), preadv(theirs, b, count, place));
            break;
        case 4:
            SAME(model_posix_fallocate(ours, place, count * 3), posix_fallocate(theirs, place, count * 3));
            break;
        default:
            SAME(model_lseek(ours, place, SEEK_SET), lseek(theirs, place, SEEK_SET));
        }
        CHECK(!memcmp(x, y, sizeof x), "what was read, step %d", step);
        SAME(model_lseek(ours, 0, SEEK_CUR), lseek(theirs, 0, SEEK_CUR));
        struct stat of_ours, of_theirs;
        model_fstat(ours, &of_ours), fstat(theirs, &of_theirs);
        CHECK(of_ours.st_size == of_theirs.st_size, "size %ld, %ld, step %d", of_ours.st_size, of_theirs.st_size, step);
    }
    int step = 0;
    for (int command = -1; command < 5; command++) {
        SAME(model_lockf(ours, command, 0), lockf(theirs, command, 0));
        SAME(model_lockf(77, command, 0), lockf(77, command, 0));
    }
    for (int mask = 0; mask < 300; mask += 50)
        SAME(model_setlogmask(mask), setlogmask(mask));
    struct iovec one = {"x", 1};
    SAME(model_writev(77, &one, 1), writev(77, &one, 1));
    SAME(model_posix_fallocate(77, 0, 1), posix_fallocate(77, 0, 1));
    SAME(model_syncfs(ours), syncfs(theirs));
    SAME(model_syncfs(77), syncfs(77));
    model_close(ours), close(theirs);
    model_unlink("parts"), unlink("parts");
}

static void check_sending(void) {
    static const char text[] = "what is sent from one file to another";
    int from[2], to[2];
    from[0] = model_open("from", O_RDWR | O_CREAT, 0600), from[1] = open("from", O_RDWR | O_CREAT, 0600);
    to[0] = model_open("to", O_RDWR | O_CREAT, 0600), to[1] = open("to", O_RDWR | O_CREAT, 0600);
    struct iovec all = {(char *)text, sizeof text};
    model_writev(from[0], &all, 1), writev(from[1], &all, 1);
    for (int step = 0; step < 2000; step++) {
        int place = random_below(45) - 2;
        off_t a = random_below(45) - 2, b = a;
        size_t size = (size_t)random_below(20);
        switch (random_below(5)) {
        case 0:
            SAME(model_sendfile(to[0], from[0], NULL, size), sendfile(to[1], from[1], NULL, size));
            break;
        case 1:
            SAME(model_sendfile(to[0], from[0], &a, size), sendfile(to[1], from[1], &b, size));
            CHECK(a == b, "offset %ld, %ld, step %d", a, b, step);
            break;
        case 2:
            SAME(model_ftruncate(to[0], place), ftruncate(to[1], place));
            break;
        default: {
            int which = random_below(2);
            SAME(model_lseek((which ? from : to)[0], place, SEEK_SET), lseek((which ? from : to)[1], place, SEEK_SET));
        }
        }
        SAME(model_lseek(from[0], 0, SEEK_CUR), lseek(from[1], 0, SEEK_CUR));
        SAME(model_lseek(to[0], 0, SEEK_CUR), lseek(to[1], 0, SEEK_CUR));
        char x[100] = "", y[100] = "";
        SAME(model_pread(to[0], x, sizeof x, 0), pread(to[1], y, sizeof y, 0));
        CHECK(!memcmp(x, y, sizeof x), "what was sent, step %d", step);
    }
    int step = 0, ours = model_open("to", O_WRONLY | O_APPEND), theirs = open("to", O_WRONLY | O_APPEND);
    SAME(model_sendfile(ours, from[0], NULL, 3), sendfile(theirs, from[1], NULL, 3));
    SAME(model_sendfile(from[0], ours, NULL, 3), sendfile(from[1], theirs, NULL, 3));
    SAME(model_sendfile(77, from[0], NULL, 3), sendfile(77, from[1], NULL, 3));
    SAME(model_sendfile(to[0], 77, NULL, 3), sendfile(to[1], 77, NULL, 3));
    model_close(ours), close(theirs);
    int our_pipe[2], their_pipe[2];
    model_pipe(our_pipe), pipe(their_pipe);
    SAME(model_sendfile(our_pipe[1], from[0], NULL, 3), sendfile(their_pipe[1], from[1], NULL, 3));
    SAME(model_sendfile(to[0], our_pipe[0], NULL, 3), sendfile(to[1], their_pipe[0], NULL, 3));
    for (int i = 0; i < 2; i++)
        model_close(our_pipe[i]), close(their_pipe[i]);
    model_close(from[0]), close(from[1]), model_close(to[0]), close(to[1]);
    model_unlink("from"), unlink("from"), model_unlink("to"), unlink("to");
}

static void check_tuning(void) {
    static const int values[] = {INT_MIN, -1, 0, 1, 160, 161, 1 << 25, (1 << 25) + 1, INT_MAX};
    for (int step = 0; step < 9; step++) {
        SAME(model_mallopt(M_MXFAST, values[step]), mallopt(M_MXFAST, values[step]));
        SAME(model_mallopt(M_TOP_PAD, values[step]), mallopt(M_TOP_PAD, values[step]));
        SAME(model_mallopt(99, values[step]), mallopt(99, values[step]));
    }
    mallopt(M_MXFAST, 128), mallopt(M_TOP_PAD, 1 << 17);
}

/* What is visited, without order among siblings: a sum. */
static unsigned long visited;
static int stop_at;
static void note(const char *path, int type, int base, int level) {
    unsigned long hash = (unsigned long)(type + 1) * 31 + (unsigned long)base * 7 + (unsigned long)level;
    for (; *path; path++)
        hash = hash * 131 + (unsigned char)*path;
    visited += hash;
}
static int visit(const char *path, const struct stat *status, int type, struct FTW *place) {
    (void)status;
    note(path, type, place->base, place->level);
    return 0;
}
static int visit_plain(const char *path, const struct stat *status, int type) {
    (void)status;
    note(path, type, 0, 0);
    return stop_at;
}

static void check_walks(void) {
    static const char *const directories[] = {"w", "w/d", "w/e", "w/d/f"};
    static const char *const starts[] = {"w", "w/", "w//", "./w", "absent", "", "w/d/file", ".loop", "w/dangling"};
    static const int flags[] = {0, FTW_PHYS, FTW_DEPTH, FTW_PHYS | FTW_DEPTH};
    for (int i = 0; i < 4; i++)
        model_mkdir(directories[i], 0755), mkdir(directories[i], 0755);
    model_close(model_open("w/d/file", O_CREAT | O_RDWR, 0600)), close(open("w/d/file", O_CREAT | O_RDWR, 0600));
    model_symlink("..", "w/e/up"), symlink("..", "w/e/up");
    model_symlink("none", "w/dangling"), symlink("none", "w/dangling");
    model_symlink(".loop", ".loop"), symlink(".loop", ".loop");
    model_symlink("file", "w/d/link"), symlink("file", "w/d/link");
    for (int step = 0; step < 36; step++) {
        const char *start = starts[step % 9];
        visited = 0;
        model_wfl_errno = errno = 0;
        int ours = model_nftw(start, visit, 10, flags[step / 9]);
        unsigned long sum = visited;
        visited = 0;
        int theirs = nftw(start, visit, 10, flags[step / 9]);
        CHECK(ours == theirs && sum == visited && (ours == 0 || model_wfl_errno == errno),
              "nftw(%s, %d): model %d (%d), glibc %d (%d)", start, flags[step / 9], ours, model_wfl_errno, theirs, errno);
        visited = 0, stop_at = step == 5 ? 3 : 0;
        ours = model_ftw(start, visit_plain, 10);
        sum = visited, visited = 0;
        theirs = ftw(start, visit_plain, 10);
        CHECK(ours == theirs && (sum == visited || stop_at), "ftw(%s): model %d, glibc %d", start, ours, theirs);
    }
    static const char *const files[] = {"w/d/file", "w/e/up", "w/dangling", ".loop", "w/d/link"};
    for (int i = 0; i < 5; i++)
        model_unlink(files[i]), unlink(files[i]);
    for (int i = 3; i >= 0; i--)
        model_rmdir(directories[i]), rmdir(directories[i]);
}

static void check_temporary_names(void) {
    char name[] = "d-XXXXXX", wrong[] = "d-XXXXX", path[L_tmpnam];
    int step = 0;
    CHECK(model_mkdtemp(name) == name && strncmp(name, "d-", 2) == 0 && !strchr(name, 'X'), "mkdtemp %s", name);
    SAME(model_rmdir(name), 0);
    SAME((long)model_mkdtemp(wrong), (long)mkdtemp(wrong));
    model_mkdir("/tmp", 0777);
    CHECK(model_tmpnam(path) == path && !strncmp(path, "/tmp/file", 9) && strlen(path) == strlen(tmpnam(NULL)),
          "tmpnam %s", path);
    char *ours = model_tempnam(NULL, "prefix"), *theirs = tempnam("/tmp", "prefix");
    CHECK(ours && strlen(ours) == strlen(theirs) && !strncmp(ours, theirs, 10), "tempnam %s, %s", ours, theirs);
    free(theirs);
}

static void check_texts(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    struct tm when = {.tm_year = 120, .tm_mon = 3, .tm_mday = 5, .tm_wday = 2, .tm_hour = 7};
    char x[16], y[16];
    for (int step = 0; step < 60; step++) {
        wchar_t a[40], b[40];
        wmemset(a, 1, 40), wmemset(b, 1, 40);
        SAME(model_wcsftime(a, (size_t)step % 40, L"%A, %d %b %Y %H", &when), wcsftime(b, (size_t)step % 40, L"%A, %d %b %Y %H", &when));
        /* Where the text does not fit, what is there says nothing. */
        CHECK(step % 40 < 25 || !wmemcmp(a, b, 40), "wcsftime into %d", step % 40);
        SAME(model_strxfrm_l(x, "some text", (size_t)step % 16, NULL), strxfrm_l(y, "some text", (size_t)step % 16, c));
    }
    int step = 0;
    SAME(model_strcasecmp_l("AbC", "aBc", NULL), strcasecmp_l("AbC", "aBc", c));
    SAME(model_strncasecmp_l("AbD", "aBc", 2, NULL), strncasecmp_l("AbD", "aBc", 2, c));
    wchar_t *ours = NULL, *theirs = NULL;
    size_t our_size = 0, their_size = 0;
    FILE *a = model_open_wmemstream(&ours, &our_size), *b = open_wmemstream(&theirs, &their_size);
    for (step = 0; step < 300; step++) {
        SAME(model_fputws(L"some words ", a) >= 0, fputws(L"some words ", b) >= 0);
        if (step % 7 == 0) {
            SAME(model_fflush(a), fflush(b));
            CHECK(our_size == their_size && !wcscmp(ours, theirs), "open_wmemstream: %zu, %zu", our_size, their_size);
        }
    }
    SAME(model_fclose(a), fclose(b));
    CHECK(our_size == their_size && !wcscmp(ours, theirs), "open_wmemstream, closed: %zu, %zu", our_size, their_size);
    freelocale(c);
}

void check_small(void) {
    char directory[] = "/tmp/models-XXXXXX";
    check_generators();
    check_terminals();
    check_old_signals();
    check_numbers_of_the_system();
    check_threads();
    check_unicode();
    setlocale(LC_ALL, "C.UTF-8"), model_setlocale(LC_ALL, "C.UTF-8");
    check_unicode();
    setlocale(LC_ALL, "C"), model_setlocale(LC_ALL, "C");
    if (!mkdtemp(directory) || chdir(directory) != 0) {
        CHECK(false, "no directory to work in");
        return;
    }
    model_chdir("/home/user");
    check_vectors();
    check_sending();
    check_tuning();
    check_walks();
    check_temporary_names();
    check_texts();
    if (chdir("/") == 0)
        rmdir(directory);
}
