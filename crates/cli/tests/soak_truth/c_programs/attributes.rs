//! More snippets: signals that meet, attributes of files, random numbers of the C library.

use super::snippets::{FLAG, SMALL, Snippet, snippet};

pub const ATTRIBUTES: &[Snippet] = &[
    // Signals.
    snippet(
        "caught = 0;\nsignal(SIGUSR1, send_another);\nsignal(SIGUSR2, count_signal);\nif (@x > @b)\n    raise(SIGUSR1);\nr = caught;\nsignal(SIGUSR1, SIG_DFL);\nsignal(SIGUSR2, SIG_DFL);",
        &[0, 27, 32, 37, 42],
    ),
    snippet(
        "struct sigaction action = {.sa_handler = send_another};\ncaught = 0;\nif (@x & 1)\n    sigaddset(&action.sa_mask, SIGUSR2);\nsigaction(SIGUSR1, &action, NULL);\naction.sa_handler = count_signal;\nsigaction(SIGUSR2, &action, NULL);\nkill(getpid(), SIGUSR1);\nr = caught;",
        &[7, 29, 30, 32, 37],
    ),
    snippet(
        "struct sigaction action = {.sa_flags = SA_SIGINFO};\naction.sa_sigaction = count_origin;\ncaught = 0;\nsigaction(SIGTERM, &action, NULL);\nif (@x == @b)\n    raise(SIGTERM);\nr = caught;",
        &[0, 4, 6, 7],
    ),
    snippet(
        "sigset_t set, old;\ncaught = 0;\nsignal(SIGUSR1, count_signal);\nsignal(SIGUSR2, count_signal);\nsigemptyset(&set);\nsigaddset(&set, SIGUSR1);\nsigaddset(&set, SIGUSR2);\nsigprocmask(SIG_BLOCK, &set, &old);\nif (@x & 1)\n    raise(SIGUSR2);\nif (@x & 2)\n    raise(SIGUSR1);\nif (@x & 4)\n    raise(SIGUSR1);\nsigprocmask(SIG_SETMASK, &old, NULL);\nr = caught;",
        &[0, 1, 2, 3, 6, 9, 11],
    ),
    snippet(
        "sigset_t set, none;\ncaught = 0;\nsignal(SIGHUP, count_signal);\nsigemptyset(&none);\nsigemptyset(&set);\nsigaddset(&set, SIGHUP);\nsigprocmask(SIG_BLOCK, &set, NULL);\nraise(SIGHUP);\nif (@x > @b)\n    r = sigsuspend(&none) * (errno == EINTR);\nr += caught * 10;\nsigprocmask(SIG_UNBLOCK, &set, NULL);\nr += caught * 100;",
        &[19, 29, 200, 219, 319],
    ),
    snippet(
        "sigset_t set;\nint number = 0;\nsigemptyset(&set);\nsigaddset(&set, SIGUSR1);\nsigaddset(&set, SIGINT);\nsigprocmask(SIG_BLOCK, &set, NULL);\nraise(@x > @b ? SIGINT : SIGUSR1);\nr = sigwait(&set, &number) * 100 + number;\nsigprocmask(SIG_UNBLOCK, &set, NULL);",
        &[2, 10, 12],
    ),
    snippet(
        "sigset_t set;\ncaught = 0;\nsignal(SIGINT, jump_by_signal);\nvolatile int n = @x;\nint v = sigsetjmp(back, n & 1);\nif (v == 0)\n    raise(SIGINT);\nsigprocmask(SIG_BLOCK, NULL, &set);\nr = sigismember(&set, SIGINT) * 10 + v;\nsigemptyset(&set);\nsigprocmask(SIG_SETMASK, &set, NULL);\nsignal(SIGINT, SIG_DFL);",
        &[2, 12],
    ),
    snippet(
        "struct sigaction action = {.sa_handler = send_another, .sa_flags = SA_NODEFER}, old;\ncaught = 0;\nsigaction(SIGUSR2, &action, &old);\nif (@x & 1)\n    action.sa_handler = SIG_IGN;\nsigaction(SIGUSR2, &action, &old);\nr = (old.sa_handler == send_another) + 2 * !!(old.sa_flags & SA_NODEFER);\nif (@x & 2)\n    raise(SIGUSR2);\nr += caught * 10;",
        &[3, 33, 73],
    ),
    snippet(
        "errno = 0;\nr = kill(getpid(), @x & 63 ? 0 : 70) * 10;\nr += errno == EINVAL;",
        &[-10, -9, 0],
    ),
    snippet(
        "struct sigaction action = {.sa_handler = SIG_IGN};\nerrno = 0;\nr = sigaction(@x & 31, &action, NULL);\nr = r * 10 + (errno == EINVAL);\naction.sa_handler = SIG_DFL;\nsigaction(@x & 31, &action, NULL);",
        &[-10, -9, 0],
    ),
    // Files and their attributes.
    snippet(
        "struct stat st;\nint d = open(\"m@l\", O_RDWR | O_CREAT, @x);\nr = fstat(d, &st) == 0 ? st.st_mode & 0777 : -1;\nclose(d);\nunlink(\"m@l\");",
        &[-1, 0, 64, 128, 129, 164],
    ),
    snippet(
        "struct stat st;\nint d = open(\"perm\", O_RDWR | O_CREAT | O_TRUNC, 0600);\nfchmod(d, @x << 1);\nstat(\"perm\", &st);\nr = st.st_mode & 0777;\nif (S_ISREG(st.st_mode))\n    r += chmod(\"perm\", 0640);\nfstat(d, &st);\nr += st.st_mode & 7;\nclose(d);",
        &[0, 2, 254, 510],
    ),
    snippet(
        "mode_t before = umask(@x & 63);\nstruct stat st;\nFILE *f = fopen(\"mask\", \"w\");\nr = before;\nif (f) {\n    fstat(fileno(f), &st);\n    r += st.st_mode & 0777;\n    fclose(f);\n}\nunlink(\"mask\");\numask(022);",
        &[18, 402, 420, 452, 456],
    ),
    snippet(
        "struct stat st;\nr = fstat(@x & 3, &st);\nif (r == 0)\n    r = S_ISFIFO(st.st_mode) + 2 * S_ISREG(st.st_mode) + 4 * S_ISCHR(st.st_mode);",
        &[-1, 0, 1, 2],
    ),
    snippet(
        "struct stat st;\nmkdir(\"dir\", 0750);\nr = lstat(@x > @b ? \"dir\" : \"nodir\", &st);\nif (r == 0)\n    r = S_ISDIR(st.st_mode) * 1000 + (st.st_mode & 0777);\nelse\n    r = -(errno == ENOENT);\nrmdir(\"dir\");",
        &[-1, 0, 1000, 1488],
    ),
    snippet(
        "struct stat a, b;\nint d = creat(\"one\", 0600);\nwrite(d, \"abcdefgh\", 8);\nr = ftruncate(d, @x & 15);\nfstat(d, &a);\nstat(@x & 1 ? \"one\" : \"two\", &b);\nr = a.st_size * 10 + (a.st_nlink == 1) + access(\"two\", F_OK);\nclose(d);\nunlink(\"one\");",
        &[0, 10, 80, 90, 150],
    ),
    snippet(
        "int d = open(\"part\", O_RDWR | O_CREAT | O_TRUNC, 0600);\nunsigned char in[3] = {@x, 7, 9}, c = 1;\nr = pwrite(d, in, 3, @x & 3);\nr += pread(d, &c, 1, @c) * 10;\nr += c + (int)lseek(d, 0, SEEK_END) * 1000;\nclose(d);",
        &[3004, 3013, 4013, 5020, 6022],
    ),
    snippet(
        "errno = 0;\nint d = open(\"once\", O_WRONLY | O_CREAT | O_EXCL, 0600);\nif (@x > @b)\n    close(d);\nr = open(\"once\", O_WRONLY | O_CREAT | O_EXCL, 0600);\nr += (errno == EEXIST) * 2;\nr += (write(d, \"q\", 1) < 0) * 4 + (errno == EBADF) * 8;\nclose(d);\nunlink(\"once\");",
        &[1, 13, 0],
    ),
    snippet(
        "int d = open(\"app\", O_RDWR | O_CREAT | O_TRUNC | (@x & 1 ? O_APPEND : 0), 0600), e = dup(d);\nchar c = 0;\nwrite(d, \"ab\", 2);\nlseek(e, 0, SEEK_SET);\nwrite(e, \"c\", 1);\npread(d, &c, 1, 0);\nr = c + (int)lseek(d, 0, SEEK_CUR) + (fcntl(d, F_GETFL) == (O_RDWR | O_APPEND)) * 50;\nclose(d);\nclose(e);",
        &[100, 147, 150],
    ),
    snippet(
        "FILE *f = fopen(\"rw\", \"w+\");\nr = -1;\nif (f) {\n    fputs(\"line\\nmore\\n\", f);\n    fseek(f, @x & 7, SEEK_SET);\n    fputc(@x, f);\n    rewind(f);\n    char line[16] = \"\";\n    r = fgets(line, sizeof line, f) ? strlen(line) : -2;\n    fclose(f);\n}",
        &[1, 3, 5, 8, 10],
    ),
    snippet(
        "char name[] = \"tmpXXXXXX\";\nint d = mkstemp(name);\nstruct stat st;\nr = -1;\nif (@x & 1)\n    unlink(name);\nif (fstat(d, &st) == 0)\n    r = (st.st_mode & 0777) + st.st_nlink;\nr += stat(name, &st) * 5;\nclose(d);\nunlink(name);",
        &[379, 380, 384, 385],
    ),
    // Random numbers of the C library.
    snippet("srand(@x);\nr = rand() % 7;", SMALL),
    snippet(
        "srand48(@x & 15);\nr = (int)(drand48() * 8) + (int)(lrand48() & 1);",
        SMALL,
    ),
    snippet(
        "unsigned seed = @x;\nr = rand_r(&seed) % 5 + (rand_r(&seed) & 1);",
        SMALL,
    ),
    snippet("r = (random() & 7) == (@x & 7);", FLAG),
];
