// An end that the program looks at, or asks whether it is there, is not behind an array.
// options: --function height
// findings: none
// tests: confirmed
// branches: all
struct point {
  int x, y;
};

struct line {
  struct point *start, *end;
};

int height(const struct line *line) {
  if (!line || !line->start || !line->end)
    return -1;
  if (line->start == line->end)
    return 0;
  if (line->end->y > line->start->y)
    return 1;
  return 2;
}
