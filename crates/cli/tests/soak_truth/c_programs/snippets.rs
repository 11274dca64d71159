//! What a program does with its input: a call or a few of the C library, the surroundings, memory,
//! signals, files, jumps. Each snippet makes `r` of an expression of the input, in a scope of its own.

/// A few lines of C, with places that are filled at random (see `Writer::filled`), and numbers that `r`
/// may be, to compare it with.
pub struct Snippet {
    pub code: &'static str,
    pub results: &'static [i32],
}

pub const fn snippet(code: &'static str, results: &'static [i32]) -> Snippet {
    Snippet { code, results }
}

pub const FLAG: &[i32] = &[0, 1];
const SIGN: &[i32] = &[-1, 0, 1];
const LETTERS: &[i32] = &[48, 57, 65, 90, 97, 109, 122];
pub const SMALL: &[i32] = &[0, 1, 2, 3, 4, 5, 6, 7];
const BYTES: &[i32] = &[0, 1, 10, 32, 48, 65, 97, 127, 128, 200, 255];

pub const SNIPPETS: &[Snippet] = &[
    // Characters.
    snippet("r = !!isalpha(@x);", FLAG),
    snippet("r = !!isdigit(@x);", FLAG),
    snippet("r = !!isspace(@x);", FLAG),
    snippet("r = !!ispunct(@x);", FLAG),
    snippet("r = !!isxdigit(@x);", FLAG),
    snippet(
        "r = !!iscntrl(@x) + !!isprint(@x) * 2 + !!isupper(@x);",
        &[0, 1, 2, 3],
    ),
    snippet("r = toupper(@x);", LETTERS),
    snippet("r = tolower(@x);", LETTERS),
    // Strings.
    snippet(
        "const char *s = \"@w\", *p = strchr(s, @x);\nr = -1;\nif (p)\n    r = p - s;",
        &[-1, 0, 1, 2, 3],
    ),
    snippet(
        "char s[] = \"@w@l@w\", *p = strrchr(s, @x);\nr = -1;\nif (p)\n    r = p - s;",
        &[-1, 0, 1, 2, 3],
    ),
    snippet(
        "char b[8];\nmemset(b, 'a', 7);\nb[7] = 0;\nb[@x & 7] = 0;\nr = strlen(b);",
        SMALL,
    ),
    snippet(
        "char b[2] = {@x, 0};\nint c = strcmp(b, \"@l\");\nr = (c > 0) - (c < 0);",
        SIGN,
    ),
    snippet(
        "char b[3] = {'@l', @x, 0};\nint c = strcasecmp(b, \"@l@l\");\nr = (c > 0) - (c < 0);",
        SIGN,
    ),
    snippet(
        "char b[4] = {'@l', @x, 'q', 0};\nint c = strncmp(b, \"@l@lx\", @c);\nr = (c > 0) - (c < 0);",
        SIGN,
    ),
    snippet(
        "unsigned char a[3] = {1, @x, 3}, b[3] = {1, @b, 4};\nint c = memcmp(a, b, 3);\nr = (c > 0) - (c < 0);",
        SIGN,
    ),
    snippet(
        "char b[6] = \"@l@l\";\nchar c[2] = {@x, 0};\nstrcat(b, c);\nr = strspn(b, \"abcdefghijklm\");",
        SMALL,
    ),
    snippet(
        "char b[4] = {@x, '@l', ',', 0};\nr = strcspn(b, \",@l\");",
        SMALL,
    ),
    snippet(
        "char b[3] = {'@l', @x, 0};\nr = strstr(\"abracadabra\", b) != NULL;",
        FLAG,
    ),
    snippet(
        "char b[6] = {'a', @x, 'b', ',', 'c', 0};\nr = 0;\nfor (char *p = strtok(b, \", \"); p; p = strtok(NULL, \", \"))\n    r += strlen(p);",
        SMALL,
    ),
    snippet(
        "char b[8];\nmemcpy(b, \"abcdefg\", 8);\nmemmove(b + (@x & 3), b, 4);\nr = b[@c];",
        &[97, 98, 99, 100, 101],
    ),
    snippet(
        "char b[4];\nstrncpy(b, \"@w@w\", @x & 3);\nb[@x & 3] = 0;\nr = strlen(b) + (unsigned char)b[0];",
        &[0, 1, 98, 110],
    ),
    snippet(
        "char c[2] = {@x, 0};\nchar *p = strdup(c);\nr = 0;\nif (p) {\n    r = strlen(p);\n    free(p);\n}",
        FLAG,
    ),
    snippet(
        "unsigned char b[6] = {3, 1, @x, 1, 5, 9};\nunsigned char *p = memchr(b, @b, 6);\nr = -1;\nif (p)\n    r = p - b;",
        &[-1, 0, 2, 4],
    ),
    snippet(
        "char b[4] = {@x, @x, 0, 0};\nr = strnlen(b, @c & 3) + (strpbrk(b, \"0123@w\") != NULL) * 4;",
        SMALL,
    ),
    snippet("r = strlen(strerror(@x & 15));", &[7, 12, 15, 19, 23, 25]),
    // Numbers in text.
    snippet(
        "char b[4] = {'1', @x, '7', 0}, *e;\nlong v = strtol(b, &e, 10);\nr = (int)v * 10 + (int)(e - b);",
        &[11, 1073, 1173, 1973, 12],
    ),
    snippet(
        "char b[4] = {'0', @x, '1', 0}, *e;\nlong v = strtol(b, &e, 0);\nr = (int)v * 10 + (int)(e - b);",
        &[1, 13, 93, 573, 2],
    ),
    snippet(
        "char b[4] = {@x, '1', 0}, *e;\nlong v = strtol(b, &e, 16);\nr = (int)v;",
        &[-1, 0, 1, 17, 161, 241],
    ),
    snippet(
        "char b[3] = {@x, '5', 0};\nr = atoi(b);",
        &[-5, 0, 5, 15, 95],
    ),
    snippet(
        "char b[22] = \"922337203685477580\", *e;\nb[18] = @x;\nb[19] = 0;\nerrno = 0;\nlong v = strtol(b, &e, 10);\nr = errno == ERANGE;\nif (v == LONG_MAX)\n    r += 2;",
        &[0, 1, 2, 3],
    ),
    snippet(
        "char b[4] = {'1', '.', @x, 0}, *e;\ndouble v = strtod(b, &e);\nr = (int)(v * 10) + (int)(e - b) * 100;",
        &[210, 310, 313, 319],
    ),
    snippet(
        "char b[8];\nr = snprintf(b, sizeof b, \"%d\", @x);",
        &[1, 2, 3],
    ),
    snippet(
        "char b[8];\nsnprintf(b, sizeof b, \"%x\", @x);\nr = b[0];",
        &[48, 49, 57, 97, 102],
    ),
    snippet(
        "char b[8];\nsnprintf(b, sizeof b, \"%-3d|%o\", @x & 15, @c);\nr = b[2] + b[3];",
        &[156, 172, 180],
    ),
    snippet(
        "char b[4];\nr = snprintf(b, sizeof b, \"%c%s\", @x | 1, \"@w\");\nr += strlen(b) * 16;",
        &[34, 35, 52, 53],
    ),
    snippet(
        "char b[12];\nr = sprintf(b, \"%+d %05u\", @x - 128, @x);\nr = b[0] + b[r - 1];",
        &[91, 93, 95, 100],
    ),
    snippet(
        "char b[3] = {@x, '4', 0};\nint v = -1;\nr = sscanf(b, \"%d\", &v);\nr = r * 100 + v;",
        &[-1, 104, 114, 194, -101],
    ),
    snippet(
        "char b[4] = {@x, 'c', '9', 0}, w[4] = \"\";\nint n = 0;\nr = sscanf(b, \"%3[a-f]%n\", w, &n);\nr = r * 10 + n;",
        &[0, 11, 12],
    ),
    snippet(
        "char b[3] = {@x, 'f', 0};\nunsigned v = 7;\nr = sscanf(b, \"%x\", &v) * 1000 + (int)v;",
        &[7, 1015, 1031, 1255],
    ),
    snippet("r = printf(\"%d %s\\n\", @x, \"@w\");", &[4, 5, 6, 7]),
    snippet(
        "char c[2] = {@x, 0};\nr = puts(c) >= 0;\nr += fputs(c, stderr) >= 0;",
        &[0, 1, 2],
    ),
    // Arithmetic.
    snippet("r = 100 / (@x - @b);", &[0, 1, -1, 50]),
    snippet("r = @x % (@c + 1);", SMALL),
    snippet("r = 1000 % (@x & 7);", SMALL),
    snippet("r = (int)((unsigned)@x << (@x & 7));", &[0, 1, 2, 256]),
    snippet("r = (int)(1u << (@x & 63)) > 0;", FLAG),
    snippet(
        "div_t d = div(@x - 100, 7);\nr = d.quot * 10 + d.rem;",
        &[0, 10, -23, 221],
    ),
    snippet("r = abs(@x - 128) + (int)labs(@x - 3L);", &[125, 126, 200]),
    snippet(
        "long long v = (long long)@x * @x * @x;\nr = (int)(v % 97);",
        &[0, 1, 8, 27, 64],
    ),
    snippet(
        "signed char s = (signed char)@x;\nr = s;",
        &[-128, -1, 0, 1, 127],
    ),
    snippet(
        "unsigned short h = (unsigned short)(@x * 771);\nr = h >> 8 ^ (h & 255);",
        &[0, 1, 3, 255],
    ),
    snippet("float f = (float)@x / 4;\nr = (int)f;", &[0, 1, 8, 31, 63]),
    snippet("double d = sqrt((double)@x);\nr = (int)d;", &[0, 1, 7, 15]),
    snippet(
        "double d = fmod(@x, 7.5);\nr = (int)(floor(d) + ceil(d));",
        &[0, 1, 6, 13],
    ),
    snippet(
        "double d = 1.0 / (@x - @b);\nr = d > 0;\nif (isinf(d))\n    r = 2;",
        &[0, 1, 2],
    ),
    snippet(
        "float f = @x * 0.1f;\nr = lrintf(f) + (f == 1.0f);",
        &[0, 2, 10, 25],
    ),
    snippet(
        "r = __builtin_popcount(@x) + __builtin_clz(@x | 1) - 24;",
        SMALL,
    ),
    // Arrays, structs, pointers.
    snippet(
        "static const unsigned char t[8] = {5, 3, 250, 0, 5, 77, 1, 9};\nr = t[@x & 7];",
        &[0, 1, 5, 77, 250],
    ),
    snippet(
        "unsigned char t[7] = {5, 3, 250, 0, 5, 77, 1};\nr = t[@x & 7];",
        &[0, 1, 5, 77, 250],
    ),
    snippet(
        "unsigned char t[6];\nfor (int i = 0; i < (@x & 7); i++)\n    t[i] = i;\nr = 1;",
        FLAG,
    ),
    snippet(
        "struct record a = {\"@l@l\", {1, 2, 3}, NULL}, b;\na.pair.first = @x;\na.pair.second = @x >> 3;\nb = a;\nr = b.pair.first + b.pair.second * 10;",
        &[0, 7, 13, 313],
    ),
    snippet(
        "struct record a = {\"a\", {0}, NULL}, b = {\"b\", {0}, &a}, *p = &b;\nfor (int i = 0; i < (@x & 1) + @c / 4; i++)\n    p = p->next;\nr = p->name[0];",
        &[97, 98],
    ),
    snippet(
        "union { unsigned number; unsigned char bytes[4]; } u = {.number = 0x01020304};\nu.bytes[@x & 3] = @x;\nr = u.number >> 24;",
        &[0, 1, 3, 255],
    ),
    snippet("r = operations[@x & 3](@x);", &[0, 1, 5, 248]),
    snippet("r = sum(@x & 3, 10, 20, @x);", &[0, 10, 30, 31]),
    snippet("r = depth(@x & 7);", &[1, 2, 3, 4]),
    snippet(
        "char v[(@x & 3) + 1];\nmemset(v, 1, sizeof v);\nv[@c & 3] = 1;\nr = v[0];",
        FLAG,
    ),
    snippet(
        "r = 0;\nfor (int i = @x & 15; i; i &= i - 1)\n    r++;",
        SMALL,
    ),
    snippet(
        "switch (@x) {\ncase 'a' ... 'f':\n    r = 1;\n    break;\ncase @b:\n    r = 2;\n    break;\ndefault:\n    r = 3;\n}",
        &[1, 2, 3],
    ),
    snippet(
        "unsigned char *p = malloc(@x & 7);\nr = 0;\nif (p)\n    if ((@x & 7) != 0) {\n        p[@c] = 1;\n        r = 1;\n    }\nfree(p);",
        FLAG,
    ),
    snippet(
        "unsigned char *p = calloc(4, 1);\nif (@x > @b)\n    free(p);\nr = p[1];\nif (@x <= @b)\n    free(p);",
        FLAG,
    ),
    snippet(
        "char *p = malloc(3);\nif (@x == @b)\n    free(p);\nfree(p);\nr = 1;",
        FLAG,
    ),
    snippet(
        "unsigned char *p = malloc(2);\np[0] = @x;\np[1] = 3;\np = realloc(p, 2 + (@x & 3));\nr = p[0] & p[1];\nfree(p);",
        SMALL,
    ),
    snippet(
        "char *p = NULL;\nif (@x != @b)\n    p = \"@w\";\nr = p[0] != 0;",
        FLAG,
    ),
    snippet(
        "char b[3];\nchar s[5] = {'a', @x, 'b', 'c', 0};\nstrcpy(b, s);\nr = b[1] != 0;",
        FLAG,
    ),
    // Sorting and searching.
    snippet(
        "unsigned char a[4] = {7, @x, 200, 30};\nqsort(a, 4, 1, by_value);\nr = a[1];",
        &[7, 20, 30],
    ),
    snippet(
        "unsigned char a[5] = {@x, 90, 3, @x >> 1, 90};\nqsort(a, 5, 1, by_value_downwards);\nr = a[0] - a[4];",
        &[87, 90, 100, 250],
    ),
    snippet(
        "static const unsigned char a[6] = {2, 30, 31, 99, 150, 201};\nunsigned char key = @x;\nconst unsigned char *p = bsearch(&key, a, 6, 1, by_value);\nr = -1;\nif (p)\n    r = p - a;",
        &[-1, 0, 3, 5],
    ),
    // Jumps, signals, ends.
    snippet(
        "volatile int n = @x;\nint v = setjmp(back);\nif (v == 0 && n > @b)\n    longjmp(back, 1 + (n & 3));\nr = v;",
        &[0, 1, 2, 4],
    ),
    snippet(
        "caught = 0;\nsignal(SIGUSR1, count_signal);\nif (@x > @b)\n    raise(SIGUSR1);\nr = caught;",
        &[0, 1, 2, 3],
    ),
    snippet(
        "caught = 0;\nsignal(SIGUSR2, count_signal);\nif (@x & 1)\n    kill(getpid(), SIGUSR2);\nr = caught;",
        &[0, 1, 2, 3],
    ),
    snippet(
        "sigset_t set, pending;\ncaught = 0;\nsignal(SIGUSR1, count_signal);\nsigemptyset(&set);\nsigaddset(&set, SIGUSR1);\nsigprocmask(SIG_BLOCK, &set, NULL);\nif (@x < @b)\n    raise(SIGUSR1);\nsigpending(&pending);\nr = caught * 10 + sigismember(&pending, SIGUSR1);\nsigprocmask(SIG_UNBLOCK, &set, NULL);\nr += caught * 100;",
        &[0, 1, 201, 301],
    ),
    snippet(
        "struct sigaction action = {.sa_handler = count_signal, .sa_flags = SA_RESETHAND};\ncaught = 0;\nsigaction(SIGTERM, &action, NULL);\nif (@x % 5 == 0)\n    raise(SIGTERM);\nstruct sigaction now;\nsigaction(SIGTERM, NULL, &now);\nr = caught + (now.sa_handler == SIG_DFL) * 10;",
        &[0, 1, 10, 11, 12, 13],
    ),
    snippet(
        "signal(SIGABRT, leave_by_signal);\nif (@x == @b)\n    abort();\nsignal(SIGABRT, SIG_DFL);\nr = 1;",
        FLAG,
    ),
    snippet(
        "signal(SIGABRT, jump_by_signal);\nvolatile int n = @x;\nint v = sigsetjmp(back, 1);\nif (v == 0 && n > @b)\n    abort();\nsignal(SIGABRT, SIG_DFL);\nr = v;",
        &[0, 6],
    ),
    snippet(
        "signal(SIGINT, SIG_IGN);\nif (@x > @b)\n    raise(SIGINT);\nr = signal(SIGINT, SIG_DFL) == SIG_IGN;",
        FLAG,
    ),
    snippet("if (@x == @b)\n    abort();\nr = 1;", FLAG),
    snippet("assert(@x != @b);\nr = 1;", FLAG),
    snippet(
        "if (@x == @b) {\n    atexit(leave_at_exit);\n    exit(3);\n}\nr = @x & 1;",
        FLAG,
    ),
    // Files and streams.
    snippet(
        "FILE *f = fopen(\"f@l\", \"w+\");\nr = -1;\nif (f) {\n    fprintf(f, \"%d,%c\", @x, '@l');\n    rewind(f);\n    int v = 0;\n    r = fscanf(f, \"%d\", &v);\n    r = r * 300 + v - fgetc(f);\n    fclose(f);\n}",
        &[256, 300, 356, 511],
    ),
    snippet(
        "FILE *f = fopen(\"g@l\", \"wb+\");\nr = -1;\nif (f) {\n    for (int i = 0; i < (@x & 3); i++)\n        fputc('a' + i, f);\n    fseek(f, 0, SEEK_END);\n    r = (int)ftell(f) * 1000;\n    fseek(f, -1, SEEK_CUR);\n    int c = fgetc(f);\n    r += c + ungetc('z', f) + !!feof(f);\n    fclose(f);\n}",
        &[121, 122, 1219, 2220, 3221],
    ),
    snippet(
        "int d = open(\"h@l\", O_RDWR | O_CREAT | O_TRUNC, 0600);\nunsigned char in[4] = {@x, 2, 3, 4};\nr = write(d, in, 1 + (@x & 3));\nstruct stat st;\nfstat(d, &st);\nr += st.st_size * 10;\nlseek(d, @c & 1, SEEK_SET);\nr += read(d, in, 4) * 100;\nclose(d);",
        &[11, 111, 122, 333, 444],
    ),
    snippet(
        "char name[] = \"missing?\";\nname[7] = 'a' + (@x & 1);\nFILE *w = fopen(\"missinga\", \"w\");\nif (w)\n    fclose(w);\nerrno = 0;\nFILE *f = fopen(name, \"r\");\nr = errno == ENOENT;\nif (f)\n    fclose(f);\nr += (unlink(\"missinga\") == 0) * 2;\nr += access(\"missinga\", F_OK) * 4;",
        &[-2, -1, 0, 1],
    ),
    snippet(
        "FILE *f = tmpfile();\nchar line[8] = \"\";\nr = -1;\nif (f) {\n    fputs(\"ab\\n\", f);\n    fputc(@x, f);\n    fputs(\"\\nq\", f);\n    rewind(f);\n    r = 0;\n    while (fgets(line, sizeof line, f))\n        r += 1 + strlen(line) * 10;\n    fclose(f);\n}",
        &[62, 63, 64, 73],
    ),
    snippet(
        "setvbuf(stdout, NULL, _IONBF, 0);\nr = fputc(@x, stdout) + (int)fwrite(\"@w\", 1, 2, stdout);",
        BYTES,
    ),
    snippet(
        "r = (int)lseek(0, 0, SEEK_CUR);\nif (@x > @b)\n    r += errno == ESPIPE;",
        &[-1, 0],
    ),
    snippet("r = isatty(@x & 1);", FLAG),
    snippet(
        "close(0);\nchar c;\nr = (int)read(0, &c, 1);\nif (@x > @b)\n    r -= errno == EBADF;",
        &[-1, -2, 0],
    ),
    // The environment and the time.
    snippet(
        "r = getenv(\"HOME\") != NULL;\nif (@x > @b)\n    setenv(\"HOME\", \"@w\", 1);\nr += getenv(\"HOME\") != NULL;",
        &[0, 1, 2],
    ),
    snippet(
        "char value[2] = {@x, 0};\nsetenv(\"V\", value, 1);\nchar *v = getenv(\"V\");\nr = v[0] >= '@l';\nunsetenv(\"V\");\nr += getenv(\"V\") != NULL;",
        FLAG,
    ),
    snippet(
        "time_t t = (time_t)@x * 86400;\nstruct tm *m = gmtime(&t);\nr = m->tm_mon * 100 + m->tm_mday;",
        &[1, 31, 128, 812, 913],
    ),
    snippet(
        "struct tm m = {.tm_year = 70 + (@x & 63), .tm_mon = 1, .tm_mday = 29};\ntime_t t = timegm(&m);\nr = m.tm_mday + (t < 0);",
        &[1, 29],
    ),
    snippet(
        "struct tm m = {.tm_year = 100, .tm_mon = @x & 3, .tm_mday = @c + 1};\nchar b[16];\nr = strftime(b, sizeof b, \"%b %d\", &m);\nr = b[0];",
        &[65, 70, 74, 77],
    ),
    snippet(
        "r = getpid() > 1;\nr += time(NULL) > 1000000000;",
        &[0, 1, 2],
    ),
    // More of the same, where models tend to be wrong.
    snippet(
        "char b[2] = {@x, 0};\nr = strtok_r(b, \"@l@w\", &(char *){NULL}) != NULL;",
        FLAG,
    ),
    snippet(
        "char b[4] = {'a', @x, 'b', 0}, *p = b, *q = strsep(&p, \"@l,\");\nr = strlen(q) * 10 + (p != NULL);",
        &[0, 1, 11, 30],
    ),
    snippet(
        "char b[6] = \"\", c[3] = {@x, 'q', 0};\nchar *p = stpcpy(b, c);\nr = p - b;\np = memccpy(b, c, 'q', 3);\nr = r * 10 + (p != NULL);",
        &[1, 20, 21],
    ),
    snippet(
        "char b[4] = {'-', @x, '2', 0}, *e;\nunsigned long v = strtoul(b, &e, 8);\nr = (v > 100) * 10 + (int)(e - b);",
        &[0, 2, 3, 12, 13],
    ),
    snippet(
        "char b[5] = {'0', 'x', @x, 'g', 0}, *e;\nlong long v = strtoll(b, &e, 16);\nr = (int)v * 10 + (int)(e - b);",
        &[1, 3, 13, 103, 153],
    ),
    snippet(
        "char b[4] = {' ', @x, '3', 0};\nr = (int)(atof(b) * 2);",
        &[-6, 0, 6, 86, 186],
    ),
    snippet(
        "char b[16];\nr = snprintf(b, sizeof b, \"%*d|%hhd\", @x & 7, 5, @x);\nr += b[0];",
        &[37, 38, 56, 60],
    ),
    snippet(
        "char b[16];\nsnprintf(b, sizeof b, \"%#x %ld %%\", @x, -(long)@x);\nr = b[2] + strlen(b);",
        &[52, 58, 107, 110],
    ),
    snippet(
        "char b[16];\nsnprintf(b, sizeof b, \"%.2s|%5.3d\", \"@w\", @x & 31);\nr = b[strlen(b) - 1] + b[0];",
        &[97, 100, 150, 170],
    ),
    snippet(
        "char b[8] = {'7', @x, '8', 0};\nint v = 0, w = 0;\nr = sscanf(b, \"%d,%d\", &v, &w) * 100 + v + w;",
        &[107, 170, 215, 878],
    ),
    snippet(
        "char b[4] = {@x, ' ', 'z', 0}, c = 0, d = 0;\nr = sscanf(b, \" %c %c\", &c, &d);\nr = r * 200 + c;",
        &[322, 400, 432, 497],
    ),
    snippet(
        "r = getchar();\nif (@x > @b)\n    r += feof(stdin) != 0;",
        &[-1, 0],
    ),
    snippet(
        "r = strrchr(argv[0], '/') != NULL;\nif (@x > @b)\n    r += argv[argc] == NULL;",
        &[0, 1, 2],
    ),
    snippet(
        "signal(SIGABRT, SIG_IGN);\nif (@x == @b)\n    abort();\nr = 1;",
        FLAG,
    ),
    snippet(
        "signal(SIGABRT, count_signal);\nif (@x == @b)\n    abort();\nsignal(SIGABRT, SIG_DFL);\nr = 1;",
        FLAG,
    ),
    snippet(
        "caught = 0;\nsignal(SIGFPE, count_signal);\nsignal(SIGSEGV, count_signal);\nif (@x > @b)\n    raise(SIGFPE);\nelse\n    raise(SIGSEGV);\nr = caught;\nsignal(SIGFPE, SIG_DFL);\nsignal(SIGSEGV, SIG_DFL);",
        &[1, 2, 3],
    ),
    snippet(
        "sigset_t set, old;\nsigemptyset(&set);\nif (@x & 4)\n    sigaddset(&set, SIGINT);\nsigprocmask(SIG_SETMASK, &set, &old);\nsigprocmask(SIG_SETMASK, &old, &set);\nr = sigismember(&set, SIGINT) + 2 * sigismember(&old, SIGINT);",
        &[0, 1, 2],
    ),
    snippet("double d = sqrt(@x - 128.0);\nr = d != d;", FLAG),
    snippet("r = cbrt((double)@x) == 5.0;", FLAG),
    snippet(
        "int e;\ndouble d = frexp((double)@x, &e);\nr = e + (d >= 0.75);",
        SMALL,
    ),
    snippet(
        "double whole, part = modf(@x / 4.0, &whole);\nr = (int)(part * 4) + (int)round(whole / 16);",
        SMALL,
    ),
    snippet(
        "r = (int)fmin(@x, 100.0) + (int)fmax(@x, 50.0) + (int)trunc(@x / 3.0);",
        &[50, 52, 150, 433],
    ),
    snippet(
        "char name[] = \"n?\";\nname[1] = 'a' + (@x & 1);\nFILE *f = fopen(\"na\", \"w\");\nr = 0;\nif (f) {\n    fputs(\"12345\", f);\n    fclose(f);\n}\nr = rename(name, \"other\") == 0;\nstruct stat st;\nr += (stat(\"other\", &st) == 0) * 2;\nr += (remove(\"na\") == 0) * 4;\nunlink(\"other\");",
        &[0, 3, 4, 7],
    ),
    snippet(
        "r = mkdir(\"d\", 0700);\nif (@x > @b)\n    r += mkdir(\"d\", 0700) * 10;\nr += rmdir(\"d\");",
        &[-10, 0],
    ),
    snippet(
        "FILE *f = fopen(\"ap\", \"w\");\nif (f) {\n    fputc('1', f);\n    fclose(f);\n}\nf = fopen(\"ap\", (const char *[]){\"r+\", \"a+\"}[@x & 1]);\nr = -1;\nif (f) {\n    fputc('2', f);\n    rewind(f);\n    r = fgetc(f);\n    fclose(f);\n}",
        &[49, 50],
    ),
    snippet(
        "int p[2];\nunsigned char c = 0;\nr = pipe(p);\nunsigned char out = @x;\nr += write(p[1], &out, 1);\nclose(p[1]);\nr += read(p[0], &c, 1) * 1000 + c;\nr += read(p[0], &c, 1) * 5000;\nclose(p[0]);",
        &[1001, 1010, 1129],
    ),
    snippet(
        "struct tm *m;\ntime_t t = 951782400 + (time_t)(@x & 31) * 86400;\nm = localtime(&t);\nr = m->tm_mday * 10 + m->tm_wday;",
        &[12, 13, 292, 310],
    ),
    snippet(
        "const unsigned char *text = (const unsigned char *)\"@w\";\nunsigned hash = 5381;\nfor (; *text; text++)\n    hash = hash * 33 ^ *text ^ (unsigned)@x;\nr = hash % 7;",
        SMALL,
    ),
    snippet(
        "int v[4] = {1, 2, 3, 4}, *p = v + (@x & 3), *q = v + 2;\nr = p - q;\nif (p < q)\n    r = *p * 10;",
        &[0, 1, 10, 20],
    ),
    snippet(
        "__label__ one, two, three;\ngoto *(void *[]){&&one, &&two, &&three, &&two}[@x & 3];\none:\nr += 1;\ntwo:\nr += 2;\nthree:\nr += 4;",
        SMALL,
    ),
];
