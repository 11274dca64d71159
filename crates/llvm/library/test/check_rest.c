/* Allocation, the environment, getopt, wide characters, exit handlers, assertions, inputs. */
#include "check.h"

#include <fnmatch.h>
#include <getopt.h>
#include <langinfo.h>
#include <locale.h>
#include <search.h>
#include <sys/mman.h>
#include <wchar.h>

MODEL(malloc);
MODEL(calloc);
MODEL(realloc);
MODEL(reallocarray);
MODEL(free);
MODEL(getenv);
MODEL(setenv);
MODEL(putenv);
MODEL(unsetenv);
MODEL(atexit);
MODEL(exit);
MODEL(abort);
MODEL(getopt);
MODEL(getopt_long);
MODEL(getopt_long_only);
MODEL(mbtowc);
MODEL(mbstowcs);
MODEL(wcstombs);
MODEL(wcscmp);
MODEL(wcsstr);
MODEL(setlocale);
MODEL(hcreate);
MODEL(hsearch);
MODEL(hdestroy);
MODEL(tsearch);
MODEL(tfind);
MODEL(tdelete);
MODEL(twalk);
MODEL(tdestroy);
MODEL(mmap);
MODEL(munmap);
MODEL(nl_langinfo);
MODEL(fnmatch);
extern char *model_optarg, **model_environ;
extern int model_optind, model_opterr, model_optopt;
extern void model___assert_fail(const char *, const char *, unsigned, const char *);
extern int model___VERIFIER_nondet_int(void), model_klee_range(int, int, const char *);
extern bool model_wf_bool(const char *);

static void check_allocation(void) {
    CHECK(!model_malloc(SIZE_MAX) && model_wfl_errno == ENOMEM, "malloc of everything");
    CHECK(!model_calloc(SIZE_MAX / 2, 3), "calloc overflow");
    CHECK(!model_reallocarray(NULL, SIZE_MAX / 2, 3), "reallocarray overflow");
    char *p = model_calloc(3, 5);
    for (int i = 0; i < 15; i++)
        CHECK(p[i] == 0, "calloc zeroes");
    memcpy(p, "hello", 6);
    p = model_realloc(p, 1000);
    CHECK(!strcmp(p, "hello"), "realloc keeps");
    p = model_realloc(p, 3);
    CHECK(!memcmp(p, "hel", 3), "realloc shrinks");
    CHECK(!model_realloc(p, 0), "realloc to nothing frees");
    model_free(NULL);
}

static void check_environment(void) {
    CHECK(!strcmp(model_getenv("HOME"), "/home/user") && !strcmp(model_getenv("EMPTY"), ""), "env");
    CHECK(!model_getenv("HOM") && !model_getenv("HOMES") && !model_getenv(""), "no such variable");
    CHECK(model_setenv("NEW", "value", 0) == 0 && !strcmp(model_getenv("NEW"), "value"), "setenv");
    CHECK(model_setenv("NEW", "other", 0) == 0 && !strcmp(model_getenv("NEW"), "value"), "keep");
    CHECK(model_setenv("NEW", "other", 1) == 0 && !strcmp(model_getenv("NEW"), "other"), "replace");
    static char put[] = "PUT=1";
    CHECK(model_putenv(put) == 0 && !strcmp(model_getenv("PUT"), "1"), "putenv");
    put[4] = '2';
    CHECK(!strcmp(model_getenv("PUT"), "2"), "putenv keeps the string");
    CHECK(model_unsetenv("HOME") == 0 && !model_getenv("HOME") && model_getenv("NEW"), "unsetenv");
    CHECK(model_setenv("A=B", "x", 1) == -1 && model_wfl_errno == EINVAL, "bad name");
    CHECK(model_environ[0] && !strcmp(model_environ[0], "EMPTY="), "environ");
}

static int flag_ours, flag_theirs;

static void compare_options(int argc, char *const *arguments, const char *options, int kind) {
    struct option ours_long[] = {{"alpha", no_argument, NULL, 'a'},
                                 {"beta", required_argument, NULL, 'b'},
                                 {"bet", optional_argument, NULL, 1000},
                                 {"flag", no_argument, &flag_ours, 7},
                                 {"flagged", no_argument, NULL, 'F'},
                                 {NULL, 0, NULL, 0}};
    struct option theirs_long[6];
    memcpy(theirs_long, ours_long, sizeof ours_long);
    theirs_long[3].flag = &flag_theirs;
    char *a[12], *b[12];
    memcpy(a, arguments, sizeof a), memcpy(b, arguments, sizeof b);
    model_optind = optind = 0;
    model_opterr = opterr = 0;
    flag_ours = flag_theirs = 0;
    char text[400] = "";
    for (int i = 0; i < argc; i++)
        strcat(strcat(text, arguments[i]), " ");
    for (int i = 0; i < 30; i++) {
        int index1 = -1, index2 = -1, ours, theirs;
        if (kind == 0) {
            ours = model_getopt(argc, a, options);
            theirs = getopt(argc, b, options);
        } else if (kind == 1) {
            ours = model_getopt_long(argc, a, options, ours_long, &index1);
            theirs = getopt_long(argc, b, options, theirs_long, &index2);
        } else {
            ours = model_getopt_long_only(argc, a, options, ours_long, &index1);
            theirs = getopt_long_only(argc, b, options, theirs_long, &index2);
        }
        bool same = ours == theirs && model_optind == optind && index1 == index2 &&
                    model_optarg == optarg && flag_ours == flag_theirs &&
                    memcmp(a, b, sizeof a) == 0 && (ours != '?' || model_optopt == optopt);
        CHECK(same,
              "getopt %d \"%s\" \"%s\" call %d: model %d optind %d optopt %d \"%s\", glibc %d %d %d "
              "\"%s\"",
              kind, options, text, i, ours, model_optind, model_optopt,
              model_optarg ? model_optarg : "", theirs, optind, optopt, optarg ? optarg : "");
        if (theirs == -1 || !same)
            break;
    }
}

static void check_options(void) {
    static char *pieces[] = {"-a",      "-b",     "-bvalue", "-ab",    "-c",      "file", "other",
                             "--",      "-",      "--alpha", "--beta", "--beta=x", "--be", "--bet",
                             "--bet=y", "--flag", "--fla",   "--none", "--alpha=z", "-x", "-alpha",
                             "-beta",   "-flag",  "--al",    "-o",     "-oarg"};
    static const char *options[] = {"ab:c", "+ab:c", "-ab:co::", ":ab:c", "o::", "abc", ":b:"};
    for (int i = 0; i < 8000; i++) {
        char *arguments[12] = {"program"};
        int argc = 1 + random_below(8);
        for (int k = 1; k < argc; k++)
            arguments[k] = pieces[random_below(26)];
        compare_options(argc, arguments, options[random_below(7)], i % 3);
    }
}

static void check_wide(void) {
    for (int c = 0; c < 256; c++) {
        char byte = (char)c;
        wchar_t a = 7, b = 7;
        CHECK(model_mbtowc(&a, &byte, 1) == mbtowc(&b, &byte, 1) && a == b, "mbtowc %d", c);
    }
    wchar_t wide[20];
    char narrow[20];
    CHECK(model_mbstowcs(wide, "hello", 20) == 5 && !wcscmp(wide, L"hello"), "mbstowcs");
    CHECK(model_wcstombs(narrow, L"wide", 20) == 4 && !strcmp(narrow, "wide"), "wcstombs");
    CHECK(model_wcstombs(narrow, L"\x100", 20) == (size_t)-1, "wcstombs of what is not ASCII");
    CHECK(model_wcscmp(L"a", L"b") < 0 && model_wcsstr(L"abc", L"bc"), "wcscmp");
    CHECK(!strcmp(model_setlocale(6, ""), "C") && !model_setlocale(6, "de_DE"), "setlocale");
}

static void check_hash_table(void) {
    static char keys[50][8];
    CHECK(model_hcreate(50), "hcreate");
    for (int i = 0; i < 50; i++) {
        sprintf(keys[i], "k%d", i);
        ENTRY *entry = model_hsearch((ENTRY){keys[i], keys[i] + 1}, ENTER);
        CHECK(entry && entry->data == keys[i] + 1, "hsearch enters %d", i);
    }
    CHECK(!model_hsearch((ENTRY){"more", NULL}, ENTER) && model_wfl_errno == ENOMEM, "full table");
    for (int i = 0; i < 50; i++) {
        char key[8];
        sprintf(key, "k%d", i);
        ENTRY *entry = model_hsearch((ENTRY){key, NULL}, FIND);
        CHECK(entry && entry->data == keys[i] + 1, "hsearch finds %d", i);
    }
    CHECK(!model_hsearch((ENTRY){"k50", NULL}, FIND) && model_wfl_errno == ESRCH, "hsearch");
    model_hdestroy();
}

static int compare_ints(const void *a, const void *b) {
    return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}

static int walked[100], walked_count, released;
static void visit(const void *node, VISIT when, int level) {
    (void)level;
    if (when == postorder || when == leaf)
        walked[walked_count++] = **(int *const *)node;
}
static void release(void *key) { released += key != NULL; }

static void check_tree(void) {
    static int numbers[100];
    void *root = NULL;
    bool there[100] = {false};
    for (int i = 0; i < 100; i++)
        numbers[i] = i;
    for (int i = 0; i < 400; i++) {
        int n = random_below(100);
        int **found = model_tfind(&n, &root, compare_ints);
        CHECK(there[n] ? found && **found == n : !found, "tfind %d", n);
        if (random_below(3)) {
            found = model_tsearch(&numbers[n], &root, compare_ints);
            CHECK(found && *found == &numbers[n], "tsearch %d", n);
            there[n] = true;
        } else {
            CHECK(!model_tdelete(&n, &root, compare_ints) == !there[n], "tdelete %d", n);
            there[n] = false;
        }
    }
    model_twalk(root, visit);
    int at = 0;
    for (int n = 0; n < 100; n++)
        if (there[n]) {
            CHECK(walked[at] == n, "twalk meets %d for %d", walked[at], n);
            at++;
        }
    model_tdestroy(root, release);
    CHECK(at == walked_count && released == at, "twalk and tdestroy: %d %d %d", at, walked_count,
          released);
}

static void check_locale(void) {
    static const nl_item items[] = {CODESET,     RADIXCHAR,  THOUSEP, ERA,     ERA_D_FMT, ERA_T_FMT, ERA_D_T_FMT,
                                    ALT_DIGITS,  YESSTR,     NOSTR,   AM_STR,  PM_STR,    D_T_FMT,   D_FMT,
                                    T_FMT,       T_FMT_AMPM, _DATE_FMT, YESEXPR, NOEXPR,  CRNCYSTR};
    for (size_t i = 0; i < sizeof items / sizeof *items; i++)
        CHECK(strcmp(model_nl_langinfo(items[i]), nl_langinfo(items[i])) == 0, "nl_langinfo %d", items[i]);
    for (nl_item item = ABDAY_1; item <= DAY_7; item++)
        CHECK(strcmp(model_nl_langinfo(item), nl_langinfo(item)) == 0, "nl_langinfo %d", item);
    for (nl_item item = ABMON_1; item <= MON_12; item++)
        CHECK(strcmp(model_nl_langinfo(item), nl_langinfo(item)) == 0, "nl_langinfo %d", item);
}

/* Patterns of few different characters, so that many match. */
static void check_patterns(void) {
    static const char characters[] = "ab./*?[]!-\\[:a=", text[] = "ab./A-";
    static const int flags[] = {0, FNM_PATHNAME, FNM_NOESCAPE, FNM_PERIOD, FNM_PATHNAME | FNM_PERIOD,
                                FNM_CASEFOLD, FNM_LEADING_DIR, FNM_PATHNAME | FNM_LEADING_DIR};
    for (int i = 0; i < 200000; i++) {
        char pattern[12] = "", name[8] = "";
        int length = random_below(8);
        for (int at = 0; at < length; at++)
            pattern[at] = characters[random_below(15 - random_below(2) * 5)];
        length = random_below(6);
        for (int at = 0; at < length; at++)
            name[at] = text[random_below(6)];
        int how = flags[random_below(8)];
        int ours = model_fnmatch(pattern, name, how), theirs = fnmatch(pattern, name, how);
        CHECK(!ours == !theirs, "fnmatch %s %s %d: model %d, glibc %d", pattern, name, how, ours, theirs);
    }
    CHECK(model_fnmatch("[[:digit:]x]*", "7y", 0) == 0 && model_fnmatch("[![:digit:]]", "7", 0) != 0 &&
              model_fnmatch("[[.a.][=b=]]", "b", 0) == 0 && model_fnmatch("[[:lower:]]", "A", FNM_CASEFOLD) != 0,
          "classes");
}

static void check_mapping(void) {
    char *memory = model_mmap(NULL, 5000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(memory != MAP_FAILED && memory[8191] == 0, "mmap");
    CHECK(model_munmap(memory, 5000) == 0, "munmap");
    CHECK(model_mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED, "mmap");
}

static char order[8];
static void first(void) { strcat(order, "1"); }
static void second(void) { strcat(order, "2"); }
static void call_exit(void) { model_exit(3); }
static void call_abort(void) { model_abort(); }
static void call_assert(void) { model___assert_fail("x > 0", "f.c", 1, "main"); }
static void call_reach(void) { model___assert_fail("0", "f.c", 1, "reach_error"); }

static void check_endings(void) {
    model_atexit(first);
    model_atexit(second);
    CHECK(ends(call_exit) && !strcmp(ending, "exit") && exit_status == 3, "exit: %s", ending);
    CHECK(!strcmp(order, "21"), "atexit: %s", order);
    CHECK(ends(call_abort) && !strcmp(ending, "abort"), "abort: %s", ending);
    CHECK(ends(call_assert) && !strcmp(ending, "assertion"), "assert: %s", ending);
    CHECK(ends(call_reach) && !strcmp(ending, "reach-error"), "reach_error: %s", ending);
    CHECK(model___VERIFIER_nondet_int() == 0x01010101 && model_wf_bool("b"), "inputs");
    CHECK(model_klee_range(5, 6, "r") == 5, "klee_range of one value");
}

void check_rest(void) {
    check_allocation();
    check_environment();
    check_options();
    check_wide();
    check_hash_table();
    check_tree();
    check_locale();
    check_mapping();
    check_patterns();
    check_endings();
}
