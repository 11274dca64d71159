/* regex.h: from the tree of a pattern to its automaton. */
#include "regex_program.h"

struct builder {
    struct wfl_regex *regex;
    const struct wfl_regex_tree *trees;
};

static struct wfl_regex_node split(int first, int second, bool copied) {
    return (struct wfl_regex_node){
        .copied = copied, .kind = WFL_REGEX_SPLIT, .origin = -1, .copy = -1, .next = {first, second == first ? -1 : second}};
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
    node.origin = node.copy = -1;
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
    node.copied = copied;
    node.origin = node.copy = -1;
    node.next[0] = next;
    node.next[1] = node.kind == WFL_REGEX_BACK_REFERENCE ? next : -1;
    return wfl_regex_add_node(b->regex, node);
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
        int entry = next;
        if (tree && tree->kind == WFL_TREE_CHOICE) {
            int right = tree->right < 0 ? -1 : emit(b, tree->right, next, other);
            /* An empty alternative comes last. */
            struct wfl_regex_node node = tree->left < 0 && right >= 0 ? split(right, next, part.copied) : split(next, right, part.copied);
            entry = wfl_regex_add_node(b->regex, node);
            if (tree->left >= 0)
                b->regex->nodes[entry].next[1] = right < 0 ? next : right;
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

static void spread(struct wfl_regex *regex, int at);

/* What a node is behind an anchor: a copy that asks of its place what the anchor asks. */
static int under(struct wfl_regex *regex, int of, int constraint) {
    struct wfl_regex_node node = regex->nodes[of];
    int origin = node.origin >= 0 ? node.origin : of, last = origin;
    constraint |= node.constraint;
    for (int i = regex->nodes[origin].copy; i >= 0; last = i, i = regex->nodes[i].copy)
        if (regex->nodes[i].constraint == constraint)
            return i;
    node.constraint = (unsigned char)constraint;
    node.origin = origin;
    node.copy = -1;
    int copy = wfl_regex_add_node(regex, node);
    regex->nodes[last].copy = copy;
    spread(regex, copy);
    return copy;
}

/* Has each way on from a node, up to the next character, ask what the node asks. */
static void spread(struct wfl_regex *regex, int at) {
    struct wfl_regex_node node = regex->nodes[at];
    if (node.kind < WFL_REGEX_BACK_REFERENCE || node.kind == WFL_REGEX_END)
        return;
    for (int way = node.kind == WFL_REGEX_BACK_REFERENCE; way < 2; way++)
        if (node.next[way] >= 0) {
            int copy = under(regex, node.next[way], node.constraint);
            regex->nodes[at].next[way] = copy;
        }
}

/* glibc tells ways behind anchors from those without, and prefers the others at the end of a match. In copies that a
   repetition made it forgets anchors before what is copied, too. */
static void spread_constraints(struct wfl_regex *regex) {
    for (int at = 0, count = regex->node_count; at < count; at++) {
        struct wfl_regex_node *node = &regex->nodes[at];
        if (node->kind != WFL_REGEX_ANCHOR)
            continue;
        if (regex->nodes[node->next[0]].copied)
            node->forgotten = true;
        else
            spread(regex, at);
    }
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
    int end = wfl_regex_add_node(regex, (struct wfl_regex_node){.kind = WFL_REGEX_END, .origin = -1, .copy = -1, .next = {-1, -1}});
    regex->start = emit(&builder, root, end, (struct state){0});
    for (int i = 0; i < regex->node_count; i++)
        regex->has_choices |= regex->nodes[i].kind == WFL_REGEX_SPLIT;
    spread_constraints(regex);
    find_beginnings(regex);
}
