/* regex.h: matches of patterns with back-references. All ways are tried in the order in which they are preferred; of
   those that come to the same node and place with the same groups to refer to, the first. The longest match is looked
   for first, and then the way to its end that glibc tells the groups of. */
#include "regex_program.h"

/* A way, and those that are left to be tried, the last one first. */
struct way {
    int node, at;
    /* Nodes since the last character. */
    int steps;
    /* Whether its groups have been told. */
    bool told;
    /* The groups, then those that wfl_regex_enter returns to, then those that are told, then the nodes since the last
       character, as bits. */
    char *data;
};

/* Nodes and places that ways came to, with the groups that are referred to there: keys of one length, none of which
   begins with a -1. */
struct visits {
    int *keys;
    int key_length, count, room;
};

struct tries {
    struct wfl_regex_text *text;
    struct way now, *left;
    int left_count, left_room;
    size_t groups, data_size;
    /* How many groups glibc knows when it tells them; 0 while it looks for the longest match. */
    size_t known;
    struct visits visits;
    int *key;
};

static regmatch_t *groups_of(const struct way *way) { return (regmatch_t *)way->data; }

static regmatch_t *before_of(const struct tries *tries) { return groups_of(&tries->now) + tries->groups; }

static regmatch_t *told_of(const struct tries *tries) { return groups_of(&tries->now) + 2 * tries->groups; }

static uint64_t *passed(const struct tries *tries) { return (uint64_t *)(groups_of(&tries->now) + 3 * tries->groups); }

static bool has_passed(const struct tries *tries, int node) { return passed(tries)[node >> 6] >> (node & 63) & 1; }

static void pass(struct tries *tries) { passed(tries)[tries->now.node >> 6] |= 1ull << (tries->now.node & 63); }

static struct tries begin(struct wfl_regex_text *text, int at, size_t known) {
    const struct wfl_regex *regex = text->regex;
    struct tries tries = {.text = text, .groups = (size_t)regex->groups + 1, .known = known, .visits.key_length = 2};
    tries.data_size = 3 * tries.groups * sizeof(regmatch_t) + ((size_t)regex->node_count + 63) / 64 * 8;
    tries.now = (struct way){regex->start, at, 0, false, wf__malloc(tries.data_size)};
    wf__memset(tries.now.data, 0, tries.data_size);
    wf__memset(tries.now.data, 0xff, 2 * tries.groups * sizeof(regmatch_t));
    for (unsigned bits = regex->referred; bits; bits &= bits - 1)
        tries.visits.key_length += 2;
    tries.key = wf__malloc((uint64_t)tries.visits.key_length * sizeof *tries.key);
    return tries;
}

static void end(struct tries *tries) {
    while (tries->left_count > 0)
        wf__free(tries->left[--tries->left_count].data);
    wf__free(tries->left);
    wf__free(tries->now.data);
    wf__free(tries->visits.keys);
    wf__free(tries->key);
}

/* Takes down a key; false if it was there before. */
static bool put(struct visits *visits, const int *key) {
    unsigned hash = 0;
    for (int i = 0; i < visits->key_length; i++)
        hash = (hash ^ (unsigned)key[i]) * 0x9e3779b1u;
    int length = visits->key_length;
    for (unsigned i = hash >> 7;; i++) {
        int *place = visits->keys + (size_t)(i & (unsigned)(visits->room - 1)) * (size_t)length;
        int same = 0;
        while (same < length && place[same] == key[same])
            same++;
        if (same == length)
            return false;
        if (place[0] != -1)
            continue;
        wf__memcpy(place, key, (uint64_t)length * sizeof *key);
        visits->count++;
        return true;
    }
}

/* Makes room for one more key. */
static void grow(struct visits *visits) {
    if (visits->count * 2 < visits->room)
        return;
    struct visits larger = {.key_length = visits->key_length, .room = visits->room ? visits->room * 2 : 32};
    size_t size = (size_t)visits->key_length * sizeof *visits->keys;
    larger.keys = wf__malloc((size_t)larger.room * size);
    wf__memset(larger.keys, 0xff, (size_t)larger.room * size);
    for (int i = 0; i < visits->room; i++)
        if (visits->keys[i * visits->key_length] != -1)
            put(&larger, visits->keys + i * visits->key_length);
    wf__free(visits->keys);
    *visits = larger;
}

/* Whether the way comes where none was before. */
static bool is_new(struct tries *tries) {
    int length = 0;
    tries->key[length++] = tries->now.node;
    tries->key[length++] = tries->now.at;
    for (unsigned bits = tries->text->regex->referred; bits; bits &= bits - 1) {
        regmatch_t group = groups_of(&tries->now)[__builtin_ctz(bits)];
        tries->key[length++] = group.rm_so;
        tries->key[length++] = group.rm_eo;
    }
    grow(&tries->visits);
    return put(&tries->visits, tries->key);
}

static void leave(struct tries *tries, int node) {
    tries->left = wfl_regex_room(tries->left, tries->left_count, &tries->left_room, sizeof *tries->left);
    struct way *way = &tries->left[tries->left_count++];
    *way = tries->now;
    way->node = node;
    way->data = wf__malloc(tries->data_size);
    wf__memcpy(way->data, tries->now.data, tries->data_size);
}

static bool resume(struct tries *tries) {
    if (tries->left_count == 0)
        return false;
    wf__free(tries->now.data);
    tries->now = tries->left[--tries->left_count];
    return true;
}

static bool leads_on(struct tries *tries, int node) {
    return node >= 0 && wfl_regex_holds(tries->text, node, tries->now.at, false);
}

/* Goes on without a character: the other way is left for later, or taken if the first one was before. */
static bool go_on(struct tries *tries, const struct wfl_regex_node *node) {
    pass(tries);
    int first = node->next[0], second = leads_on(tries, node->next[1]) ? node->next[1] : -1;
    if (!leads_on(tries, first)) {
        first = second;
    } else if (tries->known && node->next[1] >= 0 && has_passed(tries, first)) {
        first = second;
    } else if (second >= 0) {
        leave(tries, second);
    }
    tries->now.node = first;
    return first >= 0;
}

/* Goes on behind some characters. */
static bool advance(struct tries *tries, int count) {
    wf__memset(passed(tries), 0, ((uint64_t)tries->text->regex->node_count + 63) / 64 * 8);
    tries->now.at += count;
    tries->now.steps = 0;
    tries->now.node = tries->text->regex->nodes[tries->now.node].next[0];
    return leads_on(tries, tries->now.node) && (!tries->known || is_new(tries));
}

static bool refer_back(struct tries *tries, const struct wfl_regex_node *node) {
    regmatch_t group = groups_of(&tries->now)[node->number];
    if (group.rm_so < 0 || group.rm_eo < 0 || (tries->known && (size_t)node->number >= tries->known))
        return false;
    int length = group.rm_eo - group.rm_so;
    for (int i = 0; i < length; i++)
        if (!wfl_regex_same(tries->text, tries->now.at + i, group.rm_so + i))
            return false;
    if (length > 0)
        return advance(tries, length);
    pass(tries);
    tries->now.node = node->next[1];
    return leads_on(tries, tries->now.node);
}

/* One node further; false where the way ends. */
static bool step(struct tries *tries) {
    const struct wfl_regex_node *node = &tries->text->regex->nodes[tries->now.node];
    if (++tries->now.steps > 2 * tries->text->regex->node_count)
        return false;
    if (node->kind >= WFL_REGEX_SPLIT)
        return node->kind != WFL_REGEX_END && go_on(tries, node);
    if (!wfl_regex_holds(tries->text, tries->now.node, tries->now.at, true))
        return false;
    if (node->kind == WFL_REGEX_BACK_REFERENCE)
        return refer_back(tries, node);
    return wfl_regex_accepts(tries->text, tries->now.node, tries->now.at) &&
           advance(tries, wfl_regex_length(tries->text, tries->now.at));
}

/* Comes to a node. Where glibc comes to one for the second time without a character between, it tells the groups as
   they are then; the way is none if one of them has not ended. */
static bool enter(struct tries *tries, const struct wfl_regex_node *node) {
    regmatch_t *groups = groups_of(&tries->now);
    size_t count = tries->known ? tries->known : tries->groups;
    wfl_regex_enter(node, tries->now.at, tries->groups, groups, before_of(tries));
    if (!tries->known)
        return is_new(tries);
    if (!has_passed(tries, tries->now.node))
        return true;
    for (size_t i = 1; i < count; i++)
        if (groups[i].rm_so >= 0 && groups[i].rm_eo < 0)
            return false;
    if (!tries->now.told)
        wf__memcpy(told_of(tries), groups, tries->groups * sizeof *groups);
    tries->now.told = true;
    return true;
}

/* Tries ways from `begins` for the longest, or for the first to an end that is known; gives its end, or -1. */
static int try_ways(struct tries *tries, int begins, int end, bool any, size_t count, regmatch_t *groups) {
    struct wfl_regex_text *text = tries->text;
    int longest = -1;
    bool goes_on = leads_on(tries, text->regex->start);
    while (goes_on) {
        const struct wfl_regex_node *node = &text->regex->nodes[tries->now.node];
        bool is_way = enter(tries, node), is_end = is_way && node->kind == WFL_REGEX_END;
        if (is_end && tries->now.at > longest && (end < 0 || tries->now.at == end) &&
            wfl_regex_holds(text, tries->now.node, tries->now.at, true)) {
            longest = tries->now.at;
            if (any)
                break;
            wf__memcpy(groups, tries->now.told ? told_of(tries) : groups_of(&tries->now), count * sizeof *groups);
            groups[0] = (regmatch_t){begins, longest};
            if (end >= 0)
                break;
        }
        goes_on = (is_way && step(tries)) || resume(tries);
    }
    return longest;
}

enum wfl_regex_result wfl_regex_backtrack(struct wfl_regex_text *text, int begins, bool any, size_t count,
                                          regmatch_t *groups) {
    text->begin = begins;
    struct tries tries = begin(text, begins, 0);
    int longest = try_ways(&tries, begins, -1, any, count, groups);
    end(&tries);
    if (longest < 0)
        return WFL_REGEX_NOT_HERE;
    if (count <= 1)
        return WFL_REGEX_MATCHES;
    tries = begin(text, begins, count);
    int again = try_ways(&tries, begins, longest, false, count, groups);
    end(&tries);
    return again < 0 ? WFL_REGEX_NOWHERE : WFL_REGEX_MATCHES;
}
