// Tasks that take turns.
struct task {
    int state;
    int priority;
    int wakes_at;
    int ran;
    int waits_for;
    int held;
};

void task_create(struct task *t);
void task_dispatch(struct task *t);
void task_suspend(struct task *t);
void task_kill(struct task *t);
