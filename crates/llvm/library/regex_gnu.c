/* regex.h: the interface of GNU, which takes syntaxes as bits, lengths, two halves of a text and searches backward. */
#include "regex_program.h"

reg_syntax_t re_syntax_options;

reg_syntax_t re_set_syntax(reg_syntax_t syntax) {
    reg_syntax_t before = re_syntax_options;
    re_syntax_options = syntax;
    return before;
}

const char *re_compile_pattern(const char *pattern, size_t length, struct re_pattern_buffer *buffer) {
    buffer->no_sub = (re_syntax_options & RE_NO_SUB) != 0;
    buffer->newline_anchor = 1;
    int error = wfl_regex_compile(buffer, pattern, length, re_syntax_options);
    return error ? wfl_regex_message(error) : NULL;
}

int re_compile_fastmap(struct re_pattern_buffer *buffer) {
    wfl_regex_fill_fastmap(buffer);
    return 0;
}

void re_set_registers(struct re_pattern_buffer *buffer, struct re_registers *registers, unsigned count,
                      regoff_t *starts, regoff_t *ends) {
    buffer->regs_allocated = count ? REGS_REALLOCATE : REGS_UNALLOCATED;
    registers->num_regs = count;
    registers->start = count ? starts : NULL;
    registers->end = count ? ends : NULL;
}

/* An array with room for as many, in place of an old one. */
static regoff_t *larger(regoff_t *old, size_t count) {
    wf__free(old);
    return wf__malloc(count * sizeof *old);
}

/* Tells the groups; those that there are not are -1, one of them at least, if the registers are not fixed. */
static void tell(struct re_pattern_buffer *buffer, struct re_registers *registers, const regmatch_t *groups,
                 size_t count) {
    bool are_there = buffer->regs_allocated != REGS_UNALLOCATED;
    if (!are_there || (buffer->regs_allocated == REGS_REALLOCATE && count + 1 > registers->num_regs)) {
        registers->num_regs = (unsigned)count + 1;
        registers->start = larger(are_there ? registers->start : NULL, count + 1);
        registers->end = larger(are_there ? registers->end : NULL, count + 1);
        buffer->regs_allocated = REGS_REALLOCATE;
    }
    for (size_t i = 0; i < registers->num_regs; i++) {
        registers->start[i] = i < count ? groups[i].rm_so : -1;
        registers->end[i] = i < count ? groups[i].rm_eo : -1;
    }
}

/* How many groups a search has to find: the match itself at least. */
static size_t wanted(const struct re_pattern_buffer *buffer, const struct re_registers *registers) {
    if (!registers)
        return 1;
    if (buffer->regs_allocated == REGS_FIXED && registers->num_regs <= buffer->re_nsub)
        return registers->num_regs ? registers->num_regs : 1;
    return buffer->re_nsub + 1;
}

/* Where matches begin last, backward if that is before `start`. */
static int last_start(int start, int range, int length) {
    int64_t last = (int64_t)start + range;
    return last > length ? length : last < 0 ? 0 : (int)last;
}

static regoff_t search(struct re_pattern_buffer *buffer, const char *string, int length, int start, int range, int stop,
                       struct re_registers *registers, bool tells_length) {
    if (start < 0 || start > length)
        return -1;
    int last = last_start(start, range, length);
    if (start < last && buffer->fastmap && !buffer->fastmap_accurate && buffer->buffer)
        wfl_regex_fill_fastmap(buffer);
    if (buffer->no_sub || (registers && buffer->regs_allocated == REGS_FIXED && registers->num_regs == 0))
        registers = NULL;
    size_t count = wanted(buffer, registers);
    regmatch_t *groups = wf__malloc(count * sizeof *groups);
    struct wfl_regex_text text = {.bytes = (const unsigned char *)string, .length = length};
    text.stop = stop < length ? stop : length;
    text.flags = (buffer->not_bol ? REG_NOTBOL : 0) | (buffer->not_eol ? REG_NOTEOL : 0);
    regoff_t result = -1;
    if (wfl_regex_search(buffer, &text, start, last, count, groups)) {
        result = tells_length ? groups[0].rm_eo - start : groups[0].rm_so;
        if (registers)
            tell(buffer, registers, groups, count);
    }
    wf__free(groups);
    return result;
}

/* In two halves of a text. */
static regoff_t search_halves(struct re_pattern_buffer *buffer, const char *first, int first_length, const char *second,
                              int second_length, int start, int range, struct re_registers *registers, int stop,
                              bool tells_length) {
    int length;
    if (first_length < 0 || second_length < 0 || stop < 0 ||
        __builtin_add_overflow(first_length, second_length, &length))
        return -2;
    if (first_length == 0 || second_length == 0)
        return search(buffer, second_length ? second : first, length, start, range, stop, registers, tells_length);
    char *whole = wf__malloc((uint64_t)length);
    wf__memcpy(whole, first, (uint64_t)first_length);
    wf__memcpy(whole + first_length, second, (uint64_t)second_length);
    regoff_t result = search(buffer, whole, length, start, range, stop, registers, tells_length);
    wf__free(whole);
    return result;
}

regoff_t re_match(struct re_pattern_buffer *buffer, const char *string, regoff_t length, regoff_t start,
                  struct re_registers *registers) {
    return search(buffer, string, length, start, 0, length, registers, true);
}

regoff_t re_search(struct re_pattern_buffer *buffer, const char *string, regoff_t length, regoff_t start,
                   regoff_t range, struct re_registers *registers) {
    return search(buffer, string, length, start, range, length, registers, false);
}

regoff_t re_match_2(struct re_pattern_buffer *buffer, const char *first, regoff_t first_length, const char *second,
                    regoff_t second_length, regoff_t start, struct re_registers *registers, regoff_t stop) {
    return search_halves(buffer, first, first_length, second, second_length, start, 0, registers, stop, true);
}

regoff_t re_search_2(struct re_pattern_buffer *buffer, const char *first, regoff_t first_length, const char *second,
                     regoff_t second_length, regoff_t start, regoff_t range, struct re_registers *registers,
                     regoff_t stop) {
    return search_halves(buffer, first, first_length, second, second_length, start, range, registers, stop, false);
}
