// A place and an end alone are the rest of an array, also in a variable of the program and behind another pointer.
// options: --function next_number --free-globals=spare
// findings: out-of-bounds 31
// unusual: null-dereference 31
// verdicts: confirmed
// tests: confirmed
// branches: all
struct reader {
  const char *at, *in_end;
};

struct source {
  struct reader *reader;
  int line;
};

struct reader spare;

static int digit(struct reader *reader) {
  if (reader->at >= reader->in_end || *reader->at < '0' || *reader->at > '9')
    return -1;
  return *reader->at++ - '0';
}

int next_number(struct source *source) {
  if (!source || !source->reader)
    return spare.in_end > spare.at ? *spare.at : -1;
  int number = 0, next;
  while (number < 1000 && (next = digit(source->reader)) >= 0)
    number = 10 * number + next;
  if (*source->reader->at == '\n')
    source->line++;
  return number;
}
