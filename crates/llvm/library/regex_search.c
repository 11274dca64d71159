/* regex.h: the search for a match. All places that matches may begin at are followed at once, each node from the
   first of them: the time is the text's length times the pattern's. */
#include "regex_program.h"

/* Nodes that wait for a character, in the order of where their matches begin. */
struct threads {
    int count;
    int *nodes, *begins;
};

struct search {
    struct wfl_regex_text *text;
    struct threads now, next;
    /* The place that a node was last looked at for, and nodes to be looked at. */
    int *seen, *stack;
    void *memory;
    bool any;
    regmatch_t *match;
};

static struct search begin(struct wfl_regex_text *text, bool any, regmatch_t *match) {
    size_t nodes = (size_t)text->regex->node_count;
    /* Each node that is looked at leaves up to two on the stack. */
    int *memory = wf__malloc((7 * nodes + 2) * sizeof *memory);
    wf__memset(memory, 0xff, nodes * sizeof *memory);
    match->rm_so = match->rm_eo = -1;
    struct search search = {text, .any = any, .match = match, .memory = memory, .seen = memory};
    search.now.nodes = memory + nodes;
    search.now.begins = memory + 2 * nodes;
    search.next.nodes = memory + 3 * nodes;
    search.next.begins = memory + 4 * nodes;
    search.stack = memory + 5 * nodes;
    return search;
}

/* Adds what a node leads to at a place, for matches that begin where the text says. */
static void add(struct search *search, struct threads *to, int node, int at) {
    const struct wfl_regex *regex = search->text->regex;
    int depth = 0;
    search->stack[depth++] = node;
    while (depth > 0) {
        node = search->stack[--depth];
        const struct wfl_regex_node *it = &regex->nodes[node];
        bool is_end = it->kind == WFL_REGEX_END;
        if (search->seen[node] == at)
            continue;
        search->seen[node] = at;
        if ((!it->forgotten && !wfl_regex_holds(search->text, node, at, false)) ||
            (is_end && !wfl_regex_holds(search->text, node, at, true)))
            continue;
        if (is_end) {
            *search->match = (regmatch_t){search->text->begin, at};
        } else if (it->kind < WFL_REGEX_SPLIT) {
            to->nodes[to->count] = node;
            to->begins[to->count++] = search->text->begin;
        } else {
            for (int way = 1; way >= 0; way--)
                if (it->next[way] >= 0)
                    search->stack[depth++] = it->next[way];
        }
    }
}

/* Whether the search is over at a place that it has come to. */
static bool is_over(struct search *search, int at, int last) {
    bool found = search->match->rm_so >= 0;
    if (found && search->any)
        return true;
    return search->now.count == 0 && (found || at >= last);
}

static void step(struct search *search, int at) {
    const struct wfl_regex *regex = search->text->regex;
    search->next.count = 0;
    for (int i = 0; i < search->now.count; i++) {
        int node = search->now.nodes[i];
        search->text->begin = search->now.begins[i];
        /* Later ones than one that matches are of no use; the nodes are in that order. */
        if (search->match->rm_so >= 0 && search->text->begin > search->match->rm_so)
            break;
        if (wfl_regex_accepts(search->text, node, at))
            add(search, &search->next, regex->nodes[node].next[0], at + wfl_regex_length(search->text, at));
        if (search->match->rm_so >= 0 && search->any)
            break;
    }
    struct threads now = search->now;
    search->now = search->next;
    search->next = now;
}

/* The next place from one on where a match can begin, or the last. */
static int skip(struct wfl_regex_text *text, int at, int last) {
    int end = last < text->stop ? last : text->stop;
    while (at < end && !wfl_regex_may_begin(text, at) && !wfl_regex_ends(text, at))
        at += wfl_regex_length(text, at);
    return at;
}

bool wfl_regex_find(struct wfl_regex_text *text, int first, int last, bool any, regmatch_t *match) {
    struct search search = begin(text, any, match);
    for (int at = first;; at += wfl_regex_length(text, at)) {
        if (match->rm_so < 0 && at <= last) {
            if (search.now.count == 0)
                at = skip(text, at, last);
            text->begin = at;
            add(&search, &search.now, text->regex->start, at);
        }
        if (is_over(&search, at, last))
            break;
        step(&search, at);
        /* Where something accepted a character, the text does not end. */
        if (search.now.count == 0 && (match->rm_so >= 0 || wfl_regex_ends(text, at)))
            break;
    }
    wf__free(search.memory);
    text->begin = match->rm_so;
    return match->rm_so >= 0;
}
