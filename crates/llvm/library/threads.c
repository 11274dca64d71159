/* threads.h for programs of one thread: see pthread.c. What would wait for another thread is refused. */
#include "library.h"

#include <threads.h>

/* What is in a mtx_t. */
struct lock {
    int kind, held;
};

static struct lock *lock_of(mtx_t *mutex) { return (struct lock *)(void *)mutex; }

int mtx_init(mtx_t *mutex, int kind) {
    wf__memset(mutex, 0, sizeof *mutex);
    lock_of(mutex)->kind = kind;
    return thrd_success;
}

void mtx_destroy(mtx_t *mutex) { (void)mutex; }

static int lock(mtx_t *mutex, bool may_wait) {
    struct lock *it = lock_of(mutex);
    if (it->held && !(it->kind & mtx_recursive)) {
        if (!may_wait)
            return thrd_busy;
        MISUSE("mtx_lock of a locked mutex waits for ever");
    }
    it->held++;
    return thrd_success;
}

int mtx_lock(mtx_t *mutex) { return lock(mutex, true); }
int mtx_trylock(mtx_t *mutex) { return lock(mutex, false); }

int mtx_unlock(mtx_t *mutex) {
    struct lock *it = lock_of(mutex);
    it->held -= it->held > 0;
    return thrd_success;
}

int cnd_init(cnd_t *condition) {
    wf__memset(condition, 0, sizeof *condition);
    return thrd_success;
}
void cnd_destroy(cnd_t *condition) { (void)condition; }
int cnd_signal(cnd_t *condition) {
    (void)condition;
    return thrd_success;
}
int cnd_broadcast(cnd_t *condition) {
    (void)condition;
    return thrd_success;
}

void call_once(once_flag *flag, void (*run)(void)) {
    if (flag->__data != 0)
        return;
    flag->__data = 1;
    run();
}

thrd_t thrd_current(void) { return 1; }
int thrd_equal(thrd_t a, thrd_t b) { return a == b; }
void thrd_yield(void) {}

enum { KEYS = 128 };
static bool used[KEYS];
static void *values[KEYS];

int tss_create(tss_t *key, tss_dtor_t destroy) {
    (void)destroy; /* called when a thread other than the first ends */
    for (unsigned i = 0; i < KEYS; i++)
        if (!used[i]) {
            used[i] = true;
            values[i] = NULL;
            *key = i;
            return thrd_success;
        }
    return thrd_error;
}

void tss_delete(tss_t key) {
    if (key < KEYS)
        used[key] = false;
}

int tss_set(tss_t key, void *value) {
    if (key >= KEYS || !used[key])
        return thrd_error;
    values[key] = value;
    return thrd_success;
}

void *tss_get(tss_t key) { return key < KEYS && used[key] ? values[key] : NULL; }
