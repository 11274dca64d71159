/* regex.h: from the tree of a pattern to its automaton. */
#include "regex_program.h"

struct builder {
    struct wfl_regex *regex;
    const struct wfl_regex_tree *trees;
};

static struct wfl_regex_node split(int first, int second, bool copied) {
    return (struct wfl_regex_node){
        .is_copy = copied, .kind = WFL_REGEX_SPLIT, .last_copy = -1, .next = {first, second == first ? -1 : second}};
}

/* What glibc knows of a part of the tree: whether it may be left out, and whether it is a copy, as which it forgets
   that of the groups in it. */
struct state {
    bool optional, copied;
};

static int emit(struct builder *b, int tree, int next, struct state state);

/* `x{0,n}` is `((x?)x?)x?`, where all but the first are copies. */
static int emit_options(struct builder *b, int tree, int high, int next, bool copied, bool first_copied) {
    struct state original = {.optional = !copied, .copied = first_copied};
    int first = -1, holder = -1;
    if (high == -1) {
        first = wfl_regex_add_node(b->regex, split(-1, next, copied));
        next = emit(b, tree, first, original);
        b->regex->nodes[first].next[0] = next;
        return first;
    }
    for (int left = high; left > 0; left--) {
        int option = wfl_regex_add_node(b->regex, split(-1, next, copied));
        if (holder >= 0)
            b->regex->nodes[holder].next[0] = option;
        else
            first = option;
        holder = option;
        next = emit(b, tree, next, left == 1 ? original : (struct state){.copied = true});
    }
    b->regex->nodes[holder].next[0] = next;
    return first;
}

static int emit_repetition(struct builder *b, const struct wfl_regex_tree *tree, int next, bool copied) {
    if (tree->high == -1 || tree->high > tree->low) {
        int options = tree->high == -1 ? -1 : tree->high - tree->low;
        next = emit_options(b, tree->left, options, next, copied, copied || tree->low > 0);
    }
    for (int left = tree->low; left > 0; left--)
        next = emit(b, tree->left, next, (struct state){.copied = copied || left > 1});
    return next;
}

static int emit_group(struct builder *b, const struct wfl_regex_tree *tree, int next, struct state state) {
    struct wfl_regex_node node = tree->node;
    node.optional = state.optional;
    node.last_copy = -1;
    node.kind = WFL_REGEX_CLOSE;
    node.next[0] = next;
    node.next[1] = -1;
    int close = wfl_regex_add_node(b->regex, node);
    node.kind = WFL_REGEX_OPEN;
    node.next[0] = emit(b, tree->left, close, (struct state){.copied = state.copied});
    return wfl_regex_add_node(b->regex, node);
}

static int emit_leaf(struct builder *b, const struct wfl_regex_tree *tree, int next, bool copied) {
    struct wfl_regex_node node = tree->node;
    node.is_copy = copied;
    node.last_copy = -1;
    node.next[0] = next;
    node.next[1] = node.kind == WFL_REGEX_BACK_REFERENCE ? next : -1;
    return wfl_regex_add_node(b->regex, node);
}

/* Groups that nobody asks for are none, unless they are empty. */
static bool is_left_out(const struct wfl_regex *regex, const struct wfl_regex_tree *group) {
    bool referred = group->node.number <= 9 && regex->referred >> group->node.number & 1;
    return regex->no_groups && group->left >= 0 && !referred;
}

/* Adds what matches a tree and then goes on at `next`; gives where it begins. Sequences and alternatives lean to
   the left and may be long: they are followed in a loop. */
static int emit(struct builder *b, int at, int next, struct state state) {
    int first = -1, holder = -1;
    for (struct state part = state;; part.optional = false) {
        struct state other = {.copied = state.copied};
        const struct wfl_regex_tree *tree = at < 0 ? NULL : &b->trees[at];
        if (tree && tree->kind == WFL_TREE_SEQUENCE) {
            next = emit(b, tree->right, next, other);
            at = tree->left;
            continue;
        }
        if (tree && tree->kind == WFL_TREE_GROUP && is_left_out(b->regex, tree)) {
            at = tree->left;
            continue;
        }
        int entry = next;
        if (tree && tree->kind == WFL_TREE_CHOICE) {
            int right = tree->right < 0 ? -1 : emit(b, tree->right, next, other);
            /* An empty alternative comes last. */
            int second = tree->left < 0 || right < 0 ? next : right, only = right < 0 ? next : right;
            entry = wfl_regex_add_node(b->regex, split(tree->left < 0 ? only : -1, second, part.copied));
        } else if (tree && tree->kind == WFL_TREE_REPEAT) {
            entry = emit_repetition(b, tree, next, part.copied);
        } else if (tree && tree->kind == WFL_TREE_GROUP) {
            entry = emit_group(b, tree, next, part);
        } else if (tree) {
            entry = emit_leaf(b, tree, next, part.copied);
        }
        if (holder >= 0)
            b->regex->nodes[holder].next[0] = entry;
        else
            first = entry;
        if (!tree || tree->kind != WFL_TREE_CHOICE || tree->left < 0)
            return first;
        holder = entry;
        at = tree->left;
    }
}

/* A copy of a node behind an anchor, of whose place is asked what the anchor asks. */
static int copy(struct wfl_regex *regex, int of, int constraint) {
    struct wfl_regex_node node = regex->nodes[of];
    node.constraint |= (unsigned char)constraint;
    node.is_copy = true;
    node.forgotten = false;
    node.last_copy = -1;
    node.next_copy = regex->nodes[of].last_copy;
    return regex->nodes[of].last_copy = wfl_regex_add_node(regex, node);
}

static int find_copy(const struct wfl_regex *regex, int of, int constraint) {
    int at = regex->nodes[of].last_copy;
    while (at >= 0 && regex->nodes[at].constraint != constraint)
        at = regex->nodes[at].next_copy;
    return at;
}

/* Has each way on from a node, up to the next character, ask of the place what the anchor at the root asks; the node
   is a copy of another, or the root. What is copied anew and what is not decides which end of the automaton glibc
   finds first; it does just this. */
static void spread(struct wfl_regex *regex, int from, int to, int root) {
    int constraint = regex->nodes[to].constraint;
    for (;;) {
        struct wfl_regex_node node = regex->nodes[from];
        int way = 0, next = node.next[0];
        if (node.kind < WFL_REGEX_BACK_REFERENCE || node.kind == WFL_REGEX_END)
            return;
        if (node.kind == WFL_REGEX_BACK_REFERENCE) {
            way = 1;
        } else if (node.next[1] >= 0) {
            int first = find_copy(regex, next, constraint | regex->nodes[next].constraint);
            bool is_new = first < 0;
            if (is_new)
                first = copy(regex, next, constraint);
            regex->nodes[to].next[0] = first;
            if (is_new)
                spread(regex, next, first, root);
            way = 1;
            next = node.next[1];
        } else {
            if (from == root && to != root) {
                regex->nodes[to].next[0] = next;
                return;
            }
            constraint |= node.constraint;
        }
        int second = copy(regex, next, constraint);
        regex->nodes[to].next[way] = second;
        from = next;
        to = second;
    }
}

/* Follows the ways from a node in glibc's order: spreads what the anchors there ask. Copies that a repetition made are
   taken for those that are made here, so that anchors before them are forgotten. */
static void visit(struct wfl_regex *regex, int at, bool *seen) {
    while (at >= 0 && !seen[at]) {
        seen[at] = true;
        struct wfl_regex_node *node = &regex->nodes[at];
        if (node->kind < WFL_REGEX_SPLIT || node->kind == WFL_REGEX_END)
            return;
        if (node->kind == WFL_REGEX_ANCHOR && !regex->nodes[node->next[0]].is_copy) {
            spread(regex, at, at, at);
            return;
        }
        node->forgotten = node->kind == WFL_REGEX_ANCHOR;
        int second = node->next[1];
        if (second >= 0)
            visit(regex, node->next[0], seen);
        at = second >= 0 ? second : node->next[0];
    }
}

/* glibc tells ways behind anchors from those without, and prefers the others at the end of a match. */
static void spread_constraints(struct wfl_regex *regex) {
    int count = regex->node_count;
    bool *seen = wf__malloc((uint64_t)count);
    wf__memset(seen, 0, (uint64_t)count);
    /* The automaton is made from its end; glibc numbers nodes from the beginning. */
    for (int at = count - 1; at >= 0; at--)
        visit(regex, at, seen);
    wf__free(seen);
}

/* Finds out what characters matches begin with. */
static void find_beginnings(struct wfl_regex *regex) {
    int *stack = wf__malloc((uint64_t)regex->node_count * 3 * sizeof *stack), depth = 0;
    bool *seen = wf__malloc((uint64_t)regex->node_count);
    wf__memset(seen, 0, (uint64_t)regex->node_count);
    stack[depth++] = regex->start;
    while (depth > 0 && !regex->begins_anywhere) {
        int at = stack[--depth];
        const struct wfl_regex_node *node = &regex->nodes[at];
        if (seen[at])
            continue;
        seen[at] = true;
        if (node->kind >= WFL_REGEX_SPLIT && node->kind != WFL_REGEX_END) {
            for (int way = 0; way < 2; way++)
                if (node->next[way] >= 0)
                    stack[depth++] = node->next[way];
            continue;
        }
        bool known = node->kind == WFL_REGEX_LITERAL || node->kind == WFL_REGEX_SET;
        uint64_t bits[4];
        if (known && wfl_regex_bits(regex, node, bits))
            for (int word = 0; word < 4; word++)
                regex->begins[word] |= bits[word];
        else
            regex->begins_anywhere = true;
        regex->can_be_empty |= node->kind == WFL_REGEX_END;
    }
    wf__free(seen);
    wf__free(stack);
}

void wfl_regex_build(struct wfl_regex *regex, const struct wfl_regex_tree *trees, int root) {
    struct builder builder = {regex, trees};
    struct wfl_regex_node last = {.kind = WFL_REGEX_END, .last_copy = -1, .next = {-1, -1}};
    int end = wfl_regex_add_node(regex, last);
    regex->start = emit(&builder, root, end, (struct state){0});
    for (int i = 0; i < regex->node_count; i++)
        regex->has_choices |= regex->nodes[i].kind == WFL_REGEX_SPLIT;
    spread_constraints(regex);
    find_beginnings(regex);
}
