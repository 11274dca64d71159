// A scheduler of a small kernel: system calls of the running task, and interrupts, come from standard input. What is
// wrong: a task that is killed as it sleeps, while it holds a lock, is still woken up.
// options: --stdin 10 --spec scheduler.spec
#include "scheduler.h"
#include <stdio.h>

enum { TASKS = 4, LOCKS = 2, NOBODY = -1 };
enum state { UNUSED, READY, RUNNING, SLEEPING, BLOCKED, DEAD };

struct kernel {
    struct task tasks[TASKS];
    int owner[LOCKS];
    int running;
    int time;
    int errors;
    int switches;
    int quantum;
    int left;
};

static struct kernel kernel;

void task_create(struct task *t) {
    t->state = READY;
    t->ran = 0;
    t->held = 0;
    t->waits_for = NOBODY;
}

void task_dispatch(struct task *t) {
    t->state = RUNNING;
    t->ran++;
}

void task_suspend(struct task *t) {
    if (t->state == RUNNING)
        t->state = READY;
}

void task_kill(struct task *t) {
    t->waits_for = NOBODY;
}

// The task to run next: the one with the highest priority, and of these the one that ran least.
static int choose(void) {
    int best = NOBODY;
    for (int i = 0; i < TASKS; i++) {
        const struct task *t = &kernel.tasks[i];
        if (t->state != READY)
            continue;
        if (best == NOBODY || t->priority > kernel.tasks[best].priority ||
            (t->priority == kernel.tasks[best].priority && t->ran < kernel.tasks[best].ran))
            best = i;
    }
    return best;
}

static void schedule(void) {
    int next = choose();
    if (next == NOBODY)
        return;
    if (kernel.running != NOBODY && kernel.running != next)
        task_suspend(&kernel.tasks[kernel.running]);
    if (kernel.running != next) {
        kernel.running = next;
        kernel.switches++;
        task_dispatch(&kernel.tasks[next]);
    }
    kernel.left = kernel.quantum;
}

static void leave(enum state state) {
    struct task *t = &kernel.tasks[kernel.running];
    task_suspend(t);
    t->state = state;
    kernel.running = NOBODY;
}

static void spawn(int priority) {
    for (int i = 0; i < TASKS; i++) {
        struct task *t = &kernel.tasks[i];
        if (t->state == UNUSED || (t->state == DEAD && t->held == 0)) {
            task_create(t);
            t->priority = priority > 4 ? 4 : priority;
            return;
        }
    }
    kernel.errors++;
}

static void release_all(int who) {
    for (int i = 0; i < LOCKS; i++) {
        if (kernel.owner[i] != who)
            continue;
        kernel.owner[i] = NOBODY;
        for (int j = 0; j < TASKS; j++)
            if (kernel.tasks[j].state == BLOCKED && kernel.tasks[j].waits_for == i) {
                kernel.tasks[j].state = READY;
                kernel.tasks[j].waits_for = NOBODY;
            }
    }
}

// A task that holds locks is only marked: its state goes on until it gives them back by itself.
static void kill(int who) {
    struct task *t = &kernel.tasks[who];
    if (t->state == UNUSED || t->state == DEAD || who == 0) {
        kernel.errors++;
        return;
    }
    task_kill(t);
    if (t->state == SLEEPING && t->held > 0)
        return;
    release_all(who);
    t->held = 0;
    if (kernel.running == who)
        kernel.running = NOBODY;
    t->state = DEAD;
}

static void lock(int which) {
    struct task *t = &kernel.tasks[kernel.running];
    if (kernel.owner[which] == NOBODY) {
        kernel.owner[which] = kernel.running;
        t->held++;
    } else if (kernel.owner[which] == kernel.running) {
        kernel.errors++;
    } else {
        struct task *owner = &kernel.tasks[kernel.owner[which]];
        // Who holds the lock inherits the priority of those who wait for it.
        if (owner->priority < t->priority)
            owner->priority = t->priority;
        t->waits_for = which;
        leave(BLOCKED);
    }
}

static void unlock(int which) {
    if (kernel.owner[which] != kernel.running) {
        kernel.errors++;
        return;
    }
    kernel.owner[which] = NOBODY;
    kernel.tasks[kernel.running].held--;
    for (int i = 0; i < TASKS; i++)
        if (kernel.tasks[i].state == BLOCKED && kernel.tasks[i].waits_for == which) {
            kernel.tasks[i].state = READY;
            kernel.tasks[i].waits_for = NOBODY;
            return;
        }
}

static void sleep(int ticks) {
    if (ticks == 0) {
        kernel.errors++;
        return;
    }
    if (ticks > 3)
        ticks = 3;
    kernel.tasks[kernel.running].wakes_at = kernel.time + ticks;
    leave(SLEEPING);
}

static void tick(void) {
    kernel.time++;
    for (int i = 0; i < TASKS; i++) {
        struct task *t = &kernel.tasks[i];
        if (t->state == SLEEPING && t->wakes_at <= kernel.time)
            t->state = READY;
    }
    if (kernel.running != NOBODY && --kernel.left <= 0)
        leave(READY);
}

static void set_priority(int who, int priority) {
    struct task *t = &kernel.tasks[who];
    if (t->state == UNUSED || t->state == DEAD) {
        kernel.errors++;
        return;
    }
    if (priority < t->priority && t->held > 0)
        kernel.errors++;
    else
        t->priority = priority & 3;
}

// Calls that only a running task can make.
static void system_call(int number, int argument) {
    if (kernel.running == NOBODY) {
        kernel.errors++;
        return;
    }
    switch (number) {
    case 1:
        spawn(argument);
        break;
    case 2:
        lock(argument & (LOCKS - 1));
        break;
    case 3:
        unlock(argument & (LOCKS - 1));
        break;
    case 4:
        sleep(argument);
        break;
    case 5:
        kill(argument & (TASKS - 1));
        break;
    case 6:
        set_priority(argument & (TASKS - 1), argument >> 2);
        break;
    case 7:
        if (argument > 1 && argument < 9)
            kernel.quantum = argument;
        else
            kernel.errors++;
        break;
    default:
        kernel.errors++;
    }
}

int main(void) {
    int c;
    for (int i = 0; i < LOCKS; i++)
        kernel.owner[i] = NOBODY;
    kernel.running = NOBODY;
    kernel.quantum = 3;
    task_create(&kernel.tasks[0]);
    task_create(&kernel.tasks[1]);
    kernel.tasks[1].priority = 1;
    schedule();
    while ((c = getchar()) != EOF && kernel.errors < 4) {
        if (c == 0xff)
            tick();
        else
            system_call(c >> 4, c & 15);
        schedule();
    }
    return kernel.errors > 2;
}
