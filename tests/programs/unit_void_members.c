// A member that is a pointer to void leads to what the program takes it for, where all that tells agrees; so do arrays of such.
// options: --function run
// findings: out-of-bounds 45
// unusual: none
// verdicts: confirmed
// tests: confirmed
// branches: all
#include <string.h>

struct account {
  long id;
  int balance;
  struct account *parent;
  long history[8]; /* More than memory of unknown type has. */
};

typedef struct {
  void *account; /* A structure without a name. */
} holder;

struct task {
  int kind;
  void *data;
  const void *arguments[2];
  void *either;
  holder *holder;
};

static int slots[4];

static int depth(const struct account *account) {
  if (account->history[7] == 5)
    return -2;
  return account->parent ? 1 + (account->parent->parent != 0) : 0;
}

int run(struct task *task) {
  if (!task || !task->data || !task->either)
    return -1;
  const struct task *first = task->arguments[0];
  if (first && first->kind == 77)
    return depth(task->data);
  struct account *account = task->data;
  if (account->id > 1000 && account->balance < -5)
    return slots[account->balance];
  if (task->holder && task->holder->account)
    return depth(task->holder->account);
  return task->kind ? *(int *)task->either : *(char *)task->either;
}
