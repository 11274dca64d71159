/* getopt.h: getopt, getopt_long and getopt_long_only, permuting arguments as GNU's do. */
#include "library.h"

#include "streams.h"
#include <getopt.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';
/* What every call leaves in `optopt`: it has that only before the first. */
static int last_wrong;

enum order { PERMUTE, REQUIRE_ORDER, RETURN_IN_ORDER };

/* Where the scan is: the rest of a group of short options, and the operands skipped so far, which
   are argv[first_operand..end_operand]. */
static char *next;
static int first_operand, end_operand;
static enum order order;
static bool scanning;

struct call {
    int argc;
    char **argv;
    const char *options;
    const struct option *long_options;
    int *long_index;
    bool long_only, report;
};

static void complain(const struct call *call, const char *format, ...) {
    if (!call->report)
        return;
    va_list arguments;
    va_start(arguments, format);
    wfl_print(stderr, format, arguments);
    va_end(arguments);
}

/* Moves the options behind the skipped operands before them, keeping both orders. */
static void exchange(char **argv) {
    for (int option = end_operand; option < optind; option++) {
        char *moved = argv[option];
        for (int i = option; i > first_operand + (option - end_operand); i--)
            argv[i] = argv[i - 1];
        argv[first_operand + (option - end_operand)] = moved;
    }
    first_operand += optind - end_operand;
    end_operand = optind;
}

static const char *begin(const struct call *call) {
    const char *options = call->options;
    if (optind == 0 || !scanning) {
        if (optind == 0)
            optind = 1;
        first_operand = end_operand = optind;
        next = NULL;
        scanning = true;
        if (*options == '-')
            order = RETURN_IN_ORDER;
        else if (*options == '+' || wfl_environment_value("POSIXLY_CORRECT"))
            order = REQUIRE_ORDER;
        else
            order = PERMUTE;
    }
    return *options == '-' || *options == '+' ? options + 1 : options;
}

static bool is_operand(const char *argument) { return argument[0] != '-' || argument[1] == 0; }

static bool same(const char *a, const char *b) { return wfl_compare(a, b) == 0; }

static const struct option *find_exact(const struct call *call, const char *name, size_t length) {
    for (const struct option *it = call->long_options; it->name; it++) {
        size_t i = 0;
        while (i < length && it->name[i] == name[i])
            i++;
        if (i == length && it->name[i] == 0)
            return it;
    }
    return NULL;
}

static bool begins(const char *text, const char *prefix, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (text[i] != prefix[i])
            return false;
    return true;
}

/* The option that an abbreviation means; null with `*ambiguous` set if it may mean several. */
static const struct option *find_abbreviated(const struct call *call, const char *name,
                                             size_t length, bool *ambiguous) {
    const struct option *found = NULL;
    for (const struct option *it = call->long_options; it->name; it++) {
        if (!begins(it->name, name, length))
            continue;
        if (!found)
            found = it;
        else if (call->long_only || found->has_arg != it->has_arg || found->flag != it->flag ||
                 found->val != it->val)
            *ambiguous = true;
    }
    return *ambiguous ? NULL : found;
}

static void report_ambiguous(const struct call *call, const char *name, size_t length,
                             const char *prefix) {
    complain(call, "%s: option '%s%s' is ambiguous; possibilities:", call->argv[0], prefix, next);
    for (const struct option *it = call->long_options; it->name; it++)
        if (begins(it->name, name, length))
            complain(call, " '%s%s'", prefix, it->name);
    complain(call, "\n");
}

static bool is_short(const char *options, char c) {
    for (; *options; options++)
        if (*options == c)
            return true;
    return false;
}

/* A long option at `next`. -1: it is no long option but a group of short ones. */
static int take_long(const struct call *call, const char *options, const char *prefix) {
    size_t length = 0;
    while (next[length] && next[length] != '=')
        length++;
    bool ambiguous = false;
    const struct option *found = find_exact(call, next, length);
    if (!found)
        found = find_abbreviated(call, next, length, &ambiguous);
    if (ambiguous) {
        report_ambiguous(call, next, length, prefix);
        next = NULL;
        optind++;
        last_wrong = 0;
        return '?';
    }
    if (!found) {
        if (call->long_only && call->argv[optind][1] != '-' && is_short(options, *next))
            return -1;
        complain(call, "%s: unrecognized option '%s%s'\n", call->argv[0], prefix, next);
        next = NULL;
        optind++;
        last_wrong = 0;
        return '?';
    }
    char *value = next[length] ? next + length + 1 : NULL;
    next = NULL;
    optind++;
    if (value && found->has_arg == no_argument) {
        complain(call, "%s: option '%s%s' doesn't allow an argument\n", call->argv[0], prefix,
                 found->name);
        last_wrong = found->val;
        return '?';
    }
    if (value) {
        optarg = value;
    } else if (found->has_arg == required_argument) {
        if (optind >= call->argc) {
            complain(call, "%s: option '%s%s' requires an argument\n", call->argv[0], prefix,
                     found->name);
            last_wrong = found->val;
            return *options == ':' ? ':' : '?';
        }
        optarg = call->argv[optind++];
    }
    if (call->long_index)
        *call->long_index = (int)(found - call->long_options);
    if (found->flag) {
        *found->flag = found->val;
        return 0;
    }
    return found->val;
}

static int take_short(const struct call *call, const char *options) {
    char c = *next++;
    const char *entry = NULL;
    if (c != ':' && c != ';')
        for (const char *at = options; *at && !entry; at++)
            if (*at == c)
                entry = at;
    if (!*next)
        optind++;
    if (!entry) {
        complain(call, "%s: invalid option -- '%c'\n", call->argv[0], c);
        last_wrong = c;
        return '?';
    }
    if (entry[1] != ':')
        return c;
    if (*next) {
        optarg = next;
        optind++;
    } else if (entry[2] == ':') {
        optarg = NULL;
    } else if (optind >= call->argc) {
        complain(call, "%s: option requires an argument -- '%c'\n", call->argv[0], c);
        last_wrong = c;
        next = NULL;
        return *options == ':' ? ':' : '?';
    } else {
        optarg = call->argv[optind++];
    }
    next = NULL;
    return c;
}

/* Moves on to the next argument that is an option; otherwise gives the result of the call. */
static bool find_option(const struct call *call, int *result) {
    if (end_operand > optind)
        end_operand = optind;
    if (first_operand > optind)
        first_operand = optind;
    if (order == PERMUTE) {
        if (first_operand != end_operand && end_operand != optind)
            exchange(call->argv);
        else if (end_operand != optind)
            first_operand = optind;
        while (optind < call->argc && is_operand(call->argv[optind]))
            optind++;
        end_operand = optind;
    }
    if (optind != call->argc && same(call->argv[optind], "--")) {
        optind++;
        if (first_operand != end_operand && end_operand != optind)
            exchange(call->argv);
        else if (first_operand == end_operand)
            first_operand = optind;
        end_operand = call->argc;
        optind = call->argc;
    }
    if (optind == call->argc) {
        if (first_operand != end_operand)
            optind = first_operand;
        *result = -1;
        return false;
    }
    if (is_operand(call->argv[optind])) {
        if (order == REQUIRE_ORDER) {
            *result = -1;
            return false;
        }
        optarg = call->argv[optind++];
        *result = 1;
        return false;
    }
    return true;
}

static int option_of(struct call *call) {
    if (call->argc < 1)
        return -1;
    optarg = NULL;
    const char *options = begin(call);
    call->report = opterr && *options != ':';
    if (!next || !*next) {
        int result;
        if (!find_option(call, &result))
            return result;
        const char *argument = call->argv[optind];
        if (call->long_options && argument[1] == '-') {
            next = (char *)argument + 2;
            return take_long(call, options, "--");
        }
        if (call->long_options && call->long_only &&
            (argument[2] || !is_short(options, argument[1]))) {
            next = (char *)argument + 1;
            int code = take_long(call, options, "-");
            if (code != -1)
                return code;
        }
        next = (char *)argument + 1;
    }
    return take_short(call, options);
}

static int next_option(struct call *call) {
    int code = option_of(call);
    optopt = last_wrong;
    return code;
}

int getopt(int argc, char *const *argv, const char *options) {
    struct call call = {argc, (char **)argv, options, NULL, NULL, false, false};
    return next_option(&call);
}

int __posix_getopt(int argc, char *const *argv, const char *options) {
    struct call call = {argc, (char **)argv, options, NULL, NULL, false, false};
    int before = optind;
    if (before == 0 || !scanning) {
        begin(&call);
        order = REQUIRE_ORDER;
    }
    return next_option(&call);
}

int getopt_long(int argc, char *const *argv, const char *options,
                const struct option *long_options, int *long_index) {
    struct call call = {argc, (char **)argv, options, long_options, long_index, false, false};
    return next_option(&call);
}

int getopt_long_only(int argc, char *const *argv, const char *options,
                     const struct option *long_options, int *long_index) {
    struct call call = {argc, (char **)argv, options, long_options, long_index, true, false};
    return next_option(&call);
}
