/* regex.h: the groups of a match: those of the preferred way from its beginning to its end. */
#include "regex_program.h"

/* Sets of nodes, one for each place of the match. */
struct rows {
    uint64_t *words;
    int row_words;
};

struct walk {
    struct wfl_regex_text *text;
    int from, to, count;
    /* Nodes that can be reached from the beginning; those of them that accept the next character; those that the
       end can be reached from. */
    struct rows reached, accepting, alive;
    int *stack;
};

static uint64_t *row(const struct rows *rows, int at) { return rows->words + (size_t)at * (size_t)rows->row_words; }

static bool has(const struct rows *rows, int at, int node) {
    return node >= 0 && (row(rows, at)[node >> 6] >> (node & 63) & 1);
}

static void put(const struct rows *rows, int at, int node) { row(rows, at)[node >> 6] |= 1ull << (node & 63); }

static bool is_empty(const struct rows *rows, int at) {
    uint64_t any = 0;
    for (int word = 0; word < rows->row_words; word++)
        any |= row(rows, at)[word];
    return !any;
}

static struct rows make_rows(int places, int nodes) {
    struct rows rows = {.row_words = (nodes + 63) / 64};
    uint64_t size = (uint64_t)places * (uint64_t)rows.row_words * sizeof *rows.words;
    rows.words = wf__malloc(size);
    wf__memset(rows.words, 0, size);
    return rows;
}

/* Follows a node at a place; gives how many nodes that accept characters are in the list then. */
static int reach(struct walk *walk, int node, int at, int *list, int listed) {
    const struct wfl_regex *regex = walk->text->regex;
    int depth = 0;
    walk->stack[depth++] = node;
    while (depth > 0) {
        node = walk->stack[--depth];
        const struct wfl_regex_node *it = &regex->nodes[node];
        if (has(&walk->reached, at, node))
            continue;
        if (wfl_regex_holds(walk->text, node, walk->from + at, false))
            put(&walk->reached, at, node);
        else if (!it->forgotten)
            continue;
        if (it->kind < WFL_REGEX_SPLIT)
            list[listed++] = node;
        else
            for (int way = 0; way < 2; way++)
                if (it->next[way] >= 0)
                    walk->stack[depth++] = it->next[way];
    }
    return listed;
}

/* From the beginning to the end, with all nodes. */
static void go_forward(struct walk *walk, int *list, int *other) {
    const struct wfl_regex *regex = walk->text->regex;
    int listed = reach(walk, regex->start, 0, list, 0);
    for (int at = 0, length; at < walk->to - walk->from; at += length) {
        int count = listed, *next = other, place = walk->from + at;
        listed = 0;
        length = wfl_regex_length(walk->text, place);
        for (int i = 0; i < count; i++) {
            if (!wfl_regex_holds(walk->text, list[i], place, true) || !wfl_regex_accepts(walk->text, list[i], place))
                continue;
            put(&walk->accepting, at, list[i]);
            listed = reach(walk, regex->nodes[list[i]].next[0], at + length, next, listed);
        }
        other = list;
        list = next;
    }
}

/* Whether the end can be reached from a node, or from what is behind anchors there that glibc forgets. */
static bool leads_to_end(struct walk *walk, int at, int node) {
    const struct wfl_regex_node *nodes = walk->text->regex->nodes;
    while (node >= 0 && nodes[node].forgotten && !has(&walk->reached, at, node))
        node = nodes[node].next[0];
    return has(&walk->alive, at, node);
}

/* Adds the nodes that lead on without a character to one that the end can be reached from. */
static void close_backward(struct walk *walk, int at) {
    const struct wfl_regex *regex = walk->text->regex;
    for (bool more = true; more;) {
        more = false;
        for (int word = 0; word < walk->reached.row_words; word++) {
            uint64_t left = row(&walk->reached, at)[word] & ~row(&walk->alive, at)[word];
            for (; left; left &= left - 1) {
                int node = word * 64 + __builtin_ctzll(left);
                const struct wfl_regex_node *it = &regex->nodes[node];
                if (it->kind < WFL_REGEX_SPLIT)
                    continue;
                if (leads_to_end(walk, at, it->next[0]) || leads_to_end(walk, at, it->next[1])) {
                    put(&walk->alive, at, node);
                    more = true;
                }
            }
        }
    }
}

/* The end without a constraint is preferred to those behind anchors. */
static int end_node(struct walk *walk) {
    const struct wfl_regex *regex = walk->text->regex;
    int at = walk->to - walk->from;
    for (int node = 0; node < regex->node_count; node++)
        if (regex->nodes[node].kind == WFL_REGEX_END && has(&walk->reached, at, node) &&
            wfl_regex_holds(walk->text, node, walk->to, true))
            return node;
    return -1;
}

static void go_backward(struct walk *walk, int end) {
    const struct wfl_regex *regex = walk->text->regex;
    int at = walk->to - walk->from;
    put(&walk->alive, at, end);
    close_backward(walk, at);
    while (--at >= 0) {
        int length = wfl_regex_length(walk->text, walk->from + at);
        for (int word = 0; word < walk->accepting.row_words; word++)
            for (uint64_t left = row(&walk->accepting, at)[word]; left; left &= left - 1) {
                int node = word * 64 + __builtin_ctzll(left);
                if (has(&walk->alive, at + length, regex->nodes[node].next[0]))
                    put(&walk->alive, at, node);
            }
        close_backward(walk, at);
    }
}

/* A way enters a node: groups begin and end there. `before` has the groups as they were when one last ended that was
   not empty, to which an optional group returns that is empty when it is repeated. */
void wfl_regex_enter(const struct wfl_regex_node *node, int at, size_t count, regmatch_t *groups, regmatch_t *before) {
    if ((node->kind != WFL_REGEX_OPEN && node->kind != WFL_REGEX_CLOSE) || (size_t)node->number >= count)
        return;
    regmatch_t *group = &groups[node->number];
    if (node->kind == WFL_REGEX_OPEN) {
        *group = (regmatch_t){at, -1};
    } else if (group->rm_so < at) {
        group->rm_eo = at;
        wf__memcpy(before, groups, count * sizeof *groups);
    } else if (node->optional && before[node->number].rm_so != -1) {
        wf__memcpy(groups, before, count * sizeof *groups);
    } else {
        group->rm_eo = at;
    }
}

/* Some ways that are empty turn round for ever, in glibc as here. */
_Noreturn static void endless(void) {
    wf__unsupported("a regular expression that the C library never ends to match");
}

/* Where a way goes on without a character: the first way, or the second if the first was taken here before. */
static int choose(struct walk *walk, const struct wfl_regex_node *node, int at, const struct rows *passed) {
    int first = node->next[0], second = node->next[1];
    if (!has(&walk->alive, at, first))
        return has(&walk->alive, at, second) ? second : -1;
    return has(passed, 0, first) && has(&walk->alive, at, second) ? second : first;
}

static bool walk_ways(struct walk *walk, int end, size_t count, regmatch_t *groups) {
    const struct wfl_regex *regex = walk->text->regex;
    struct rows passed = make_rows(1, regex->node_count);
    regmatch_t *before = wf__malloc(count * sizeof *before);
    for (size_t i = 1; i < count; i++)
        groups[i] = (regmatch_t){-1, -1};
    wf__memcpy(before, groups, count * sizeof *before);
    int node = regex->start, at = 0, steps = 0;
    while (node >= 0) {
        if (++steps > 2 * regex->node_count)
            endless();
        const struct wfl_regex_node *it = &regex->nodes[node];
        wfl_regex_enter(it, walk->from + at, count, groups, before);
        if (node == end && walk->from + at == walk->to)
            break;
        if (it->kind >= WFL_REGEX_SPLIT) {
            put(&passed, 0, node);
            node = choose(walk, it, at, &passed);
        } else if (!has(&walk->accepting, at, node)) {
            node = -1;
        } else {
            wf__memset(passed.words, 0, (uint64_t)passed.row_words * sizeof *passed.words);
            node = it->next[0];
            at += wfl_regex_length(walk->text, walk->from + at);
            steps = 0;
        }
    }
    wf__free(before);
    wf__free(passed.words);
    return node >= 0;
}

enum wfl_regex_result wfl_regex_groups(struct wfl_regex_text *text, size_t count, regmatch_t *groups) {
    struct wfl_regex *regex = text->regex;
    int places = groups[0].rm_eo - groups[0].rm_so + 1, nodes = regex->node_count;
    struct walk walk = {.text = text, .from = groups[0].rm_so, .to = groups[0].rm_eo};
    walk.reached = make_rows(places, nodes);
    walk.accepting = make_rows(places, nodes);
    walk.alive = make_rows(places, nodes);
    int *lists = wf__malloc(((uint64_t)nodes * 4 + 2) * sizeof *lists);
    walk.stack = lists + 2 * nodes;
    go_forward(&walk, lists, lists + nodes);
    int end = end_node(&walk);
    enum wfl_regex_result result = WFL_REGEX_NOT_HERE;
    if (end >= 0) {
        go_backward(&walk, end);
        if (!is_empty(&walk.alive, 0) || !regex->has_choices)
            result = walk_ways(&walk, end, count, groups) ? WFL_REGEX_MATCHES : WFL_REGEX_NOWHERE;
    }
    wf__free(lists);
    wf__free(walk.reached.words);
    wf__free(walk.accepting.words);
    wf__free(walk.alive.words);
    return result;
}
