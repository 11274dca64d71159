// Two nodes that are called the ends of an edge are no array, also where they are compared: they may be one, and any.
// options: --function length
// findings: none
// branches: all
// tests: confirmed
struct edge;

struct span {
  long low, high;
};

/* Numbers at the same places. */
int is_empty(const struct span *span) {
  return span->low >= span->high;
}

struct node {
  int place;
  struct edge *first;
};

struct edge {
  struct node *start, *end;
  int cost;
};

/* The length of an edge. */
int length(const struct edge *edge) {
  if (!edge || !edge->start || !edge->end)
    return -1;
  if (edge->start == edge->end)
    return 0;
  if (edge->start->place > 9000 && edge->end->place < -9000)
    return 1;
  if (edge->end->place == 77)
    return 2;
  return 3;
}
