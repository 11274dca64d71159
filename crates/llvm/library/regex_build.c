/* regex.h: from the tree of a pattern to its automaton. */
#include "regex_program.h"

struct builder {
    struct wfl_regex *regex;
    const struct wfl_regex_tree *trees;
};

static struct wfl_regex_node split(int first, int second) {
    return (struct wfl_regex_node){
        .kind = WFL_REGEX_SPLIT, .origin = -1, .copy = -1, .next = {first, second == first ? -1 : second}};
}

static int emit(struct builder *b, int tree, int next, bool optional);

/* `x{0,n}` is `((x?)x?)x?`, as glibc has it. */
static int emit_options(struct builder *b, int tree, int high, int next) {
    if (high == -1) {
        int loop = wfl_regex_add_node(b->regex, split(-1, next));
        int body = emit(b, tree, loop, true);
        b->regex->nodes[loop].next[0] = body;
        return loop;
    }
    int first = -1, holder = -1;
    for (int left = high; left > 0; left--) {
        int option = wfl_regex_add_node(b->regex, split(-1, next));
        if (holder >= 0)
            b->regex->nodes[holder].next[0] = option;
        else
            first = option;
        holder = option;
        next = emit(b, tree, next, true);
    }
    b->regex->nodes[holder].next[0] = next;
    return first;
}

static int emit_repetition(struct builder *b, const struct wfl_regex_tree *tree, int next) {
    if (tree->high == -1 || tree->high > tree->low)
        next = emit_options(b, tree->left, tree->high == -1 ? -1 : tree->high - tree->low, next);
    for (int i = 0; i < tree->low; i++)
        next = emit(b, tree->left, next, false);
    return next;
}

static int emit_group(struct builder *b, const struct wfl_regex_tree *tree, int next, bool optional) {
    struct wfl_regex_node node = tree->node;
    node.optional = optional;
    node.origin = node.copy = -1;
    node.kind = WFL_REGEX_CLOSE;
    node.next[0] = next;
    node.next[1] = -1;
    int close = wfl_regex_add_node(b->regex, node);
    node.kind = WFL_REGEX_OPEN;
    node.next[0] = emit(b, tree->left, close, false);
    return wfl_regex_add_node(b->regex, node);
}

static int emit_leaf(struct builder *b, const struct wfl_regex_tree *tree, int next) {
    struct wfl_regex_node node = tree->node;
    node.origin = node.copy = -1;
    node.next[0] = next;
    node.next[1] = node.kind == WFL_REGEX_BACK_REFERENCE ? next : -1;
    return wfl_regex_add_node(b->regex, node);
}

/* Adds what matches a tree and then goes on at `next`; gives where it begins. Sequences and alternatives lean to
   the left and may be long: they are followed in a loop. */
static int emit(struct builder *b, int at, int next, bool optional) {
    int first = -1, holder = -1;
    for (;;) {
        const struct wfl_regex_tree *tree = at < 0 ? NULL : &b->trees[at];
        if (tree && tree->kind == WFL_TREE_SEQUENCE) {
            next = emit(b, tree->right, next, false);
            at = tree->left;
            continue;
        }
        int entry = next;
        if (tree && tree->kind == WFL_TREE_CHOICE) {
            int right = tree->right < 0 ? -1 : emit(b, tree->right, next, false);
            /* An empty alternative comes last. */
            struct wfl_regex_node node = tree->left < 0 && right >= 0 ? split(right, next) : split(next, right);
            entry = wfl_regex_add_node(b->regex, node);
            if (tree->left >= 0)
                b->regex->nodes[entry].next[1] = right < 0 ? next : right;
        } else if (tree && tree->kind == WFL_TREE_REPEAT) {
            entry = emit_repetition(b, tree, next);
        } else if (tree && tree->kind == WFL_TREE_GROUP) {
            entry = emit_group(b, tree, next, optional);
        } else if (tree) {
            entry = emit_leaf(b, tree, next);
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
    return copy;
}

/* Has each way behind an anchor, up to the next character, ask what the anchor asks: glibc tells these ways from
   those without the anchor, and prefers the others at the end of a match. */
static void spread_constraints(struct wfl_regex *regex) {
    for (int i = 0; i < regex->node_count; i++) {
        struct wfl_regex_node node = regex->nodes[i];
        if (node.constraint == 0 || node.kind < WFL_REGEX_BACK_REFERENCE || node.kind == WFL_REGEX_END)
            continue;
        for (int way = node.kind == WFL_REGEX_BACK_REFERENCE; way < 2; way++)
            if (node.next[way] >= 0) {
                int copy = under(regex, node.next[way], node.constraint);
                regex->nodes[i].next[way] = copy;
            }
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
    regex->start = emit(&builder, root, end, false);
    for (int i = 0; i < regex->node_count; i++)
        regex->has_choices |= regex->nodes[i].kind == WFL_REGEX_SPLIT;
    spread_constraints(regex);
    find_beginnings(regex);
}
