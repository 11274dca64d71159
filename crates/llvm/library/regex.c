/* regex.h: POSIX regular expressions. */
#include "characters.h"
#include "regex_program.h"

static const char *const messages[] = {
    "Success",
    "No match",
    "Invalid regular expression",
    "Invalid collation character",
    "Invalid character class name",
    "Trailing backslash",
    "Invalid back reference",
    "Unmatched [, [^, [:, [., or [=",
    "Unmatched ( or \\(",
    "Unmatched \\{",
    "Invalid content of \\{\\}",
    "Invalid range end",
    "Memory exhausted",
    "Invalid preceding regular expression",
    "Premature end of regular expression",
    "Regular expression too big",
    "Unmatched ) or \\)",
};

const char *wfl_regex_message(int error) {
    if ((unsigned)error >= sizeof messages / sizeof *messages)
        wf__error("abort", "regerror of a number that is no error of regcomp");
    return messages[error];
}

/* Compiles into a buffer, whose translation table and whose other flags are set. */
int wfl_regex_compile(regex_t *buffer, const char *pattern, size_t length, reg_syntax_t syntax) {
    buffer->fastmap_accurate = 0;
    buffer->syntax = syntax;
    buffer->not_bol = buffer->not_eol = buffer->can_be_null = 0;
    buffer->used = 0;
    buffer->re_nsub = 0;
    buffer->regs_allocated = REGS_UNALLOCATED;
    wfl_regex_release((struct wfl_regex *)buffer->buffer);
    buffer->buffer = NULL;
    buffer->allocated = 0;
    struct wfl_regex *regex = wf__malloc(sizeof *regex);
    *regex = (struct wfl_regex){.folds = syntax & RE_ICASE, .no_groups = buffer->no_sub, .table = buffer->translate};
    regex->utf8 = wfl_utf8 && !buffer->translate;
    int error = wfl_regex_parse(regex, pattern, length, syntax);
    buffer->re_nsub = (size_t)regex->groups;
    if (error) {
        wfl_regex_release(regex);
        return error;
    }
    buffer->buffer = (struct re_dfa_t *)regex;
    buffer->allocated = buffer->used = sizeof *regex;
    return REG_NOERROR;
}

/* The table of characters that matches can begin with, for who looks at it: searches do without. */
void wfl_regex_fill_fastmap(regex_t *buffer) {
    const struct wfl_regex *regex = (const struct wfl_regex *)buffer->buffer;
    wf__memset(buffer->fastmap, regex->begins_anywhere, 256);
    if (!regex->begins_anywhere)
        for (int c = 0; c < 256; c++)
            buffer->fastmap[c] = (regex->begins[c >> 6] >> (c & 63) & 1) | (regex->utf8 && c > 127);
    buffer->can_be_null = regex->can_be_empty;
    buffer->fastmap_accurate = 1;
}

int regcomp(regex_t *restrict buffer, const char *restrict pattern, int flags) {
    reg_syntax_t syntax = flags & REG_EXTENDED ? RE_SYNTAX_POSIX_EXTENDED : RE_SYNTAX_POSIX_BASIC;
    if (flags & REG_ICASE)
        syntax |= RE_ICASE;
    if (flags & REG_NEWLINE) {
        syntax &= ~RE_DOT_NEWLINE;
        syntax |= RE_HAT_LISTS_NOT_NEWLINE;
    }
    buffer->buffer = NULL;
    buffer->translate = NULL;
    buffer->newline_anchor = (flags & REG_NEWLINE) != 0;
    buffer->no_sub = (flags & REG_NOSUB) != 0;
    buffer->fastmap = wf__malloc(256);
    int error = wfl_regex_compile(buffer, pattern, wfl_length(pattern), syntax);
    /* POSIX does not tell which parenthesis is alone. */
    if (error == REG_ERPAREN)
        error = REG_EPAREN;
    if (error) {
        wf__free(buffer->fastmap);
        buffer->fastmap = NULL;
    } else {
        wfl_regex_fill_fastmap(buffer);
    }
    return error;
}

/* A match that begins from one place to another, forward or backward. */
static bool search_between(struct wfl_regex_text *text, int first, int last, bool no_groups, size_t count,
                           regmatch_t *groups) {
    struct wfl_regex *regex = text->regex;
    regmatch_t own, *match = count > 0 ? groups : &own;
    int by = last < first ? -1 : 1;
    for (int at = first; by < 0 ? at >= last : at <= last; at += by < 0 ? by : wfl_regex_length(text, at)) {
        enum wfl_regex_result result = WFL_REGEX_NOT_HERE;
        if (by < 0 && regex->utf8 && at < text->length && (text->bytes[at] & 0xc0) == 0x80)
            continue;
        if (regex->referred) {
            result = wfl_regex_backtrack(text, at, count == 0, no_groups ? count > 0 : count, groups);
        } else if (wfl_regex_find(text, at, by < 0 ? at : last, count == 0, match)) {
            at = match->rm_so;
            result = no_groups || count <= 1 ? WFL_REGEX_MATCHES : wfl_regex_groups(text, count, groups);
        } else if (by > 0) {
            return false;
        }
        if (result != WFL_REGEX_NOT_HERE)
            return result == WFL_REGEX_MATCHES;
        if (by > 0 && wfl_regex_ends(text, at))
            return false;
    }
    return false;
}

/* re_search and regexec: `groups` may have more than there are. */
bool wfl_regex_search(const regex_t *buffer, struct wfl_regex_text *text, int first, int last, size_t count,
                      regmatch_t *groups) {
    text->regex = (struct wfl_regex *)buffer->buffer;
    text->newline_anchor = buffer->newline_anchor;
    size_t own = count <= buffer->re_nsub ? count : buffer->re_nsub + 1;
    bool found = text->regex && search_between(text, first, last, buffer->no_sub, count > 0 ? own : 0, groups);
    if (found)
        for (size_t i = own; i < count; i++)
            groups[i].rm_so = groups[i].rm_eo = -1;
    wfl_regex_forget(text);
    return found;
}

int regexec(const regex_t *restrict buffer, const char *restrict string, size_t count, regmatch_t *restrict groups,
            int flags) {
    if (flags & ~(REG_NOTBOL | REG_NOTEOL | REG_STARTEND))
        return REG_BADPAT;
    int64_t length = flags & REG_STARTEND ? groups[0].rm_eo : wf__string_length(string);
    int first = flags & REG_STARTEND ? groups[0].rm_so : 0, end = length < 0 ? INT32_MAX : (int)length;
    struct wfl_regex_text text = {
        .bytes = (const unsigned char *)string, .length = (int)length, .stop = end, .flags = flags};
    if (buffer->no_sub)
        count = 0;
    return wfl_regex_search(buffer, &text, first, end, count, groups) ? REG_NOERROR : REG_NOMATCH;
}

size_t regerror(int error, const regex_t *restrict buffer, char *restrict text, size_t size) {
    (void)buffer;
    const char *message = wfl_regex_message(error);
    size_t length = wfl_length(message) + 1;
    if (size > 0) {
        size_t copied = length < size ? length : size;
        wf__memcpy(text, message, copied - 1);
        text[copied - 1] = 0;
    }
    return length;
}

void regfree(regex_t *buffer) {
    wfl_regex_release((struct wfl_regex *)buffer->buffer);
    buffer->buffer = NULL;
    buffer->allocated = 0;
    wf__free(buffer->fastmap);
    buffer->fastmap = NULL;
    wf__free(buffer->translate);
    buffer->translate = NULL;
}
