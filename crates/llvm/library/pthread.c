/*
 * pthread.h for programs of one thread: locks are kept, keys and once work. What would start or wait for
 * another thread is refused (refused_threads.c).
 */
#include "library.h"

#include <pthread.h>
#include <sched.h>

pthread_t pthread_self(void) { return 1; }
int pthread_equal(pthread_t a, pthread_t b) { return a == b; }
int sched_yield(void) { return 0; }

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
    wf__memset(mutex, 0, sizeof *mutex);
    if (attributes)
        mutex->__data.__kind = *(const int *)attributes & 3;
    return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *mutex) { return mutex->__data.__lock ? EBUSY : 0; }

/* Taking a lock twice would wait for ever, unless the lock is made for that. */
static int lock(pthread_mutex_t *mutex, bool may_wait) {
    int kind = mutex->__data.__kind & 3;
    if (mutex->__data.__lock && kind != PTHREAD_MUTEX_RECURSIVE) {
        if (!may_wait)
            return EBUSY;
        if (kind == PTHREAD_MUTEX_ERRORCHECK)
            return EDEADLK;
        MISUSE("pthread_mutex_lock of a locked mutex waits for ever");
    }
    mutex->__data.__lock = 1;
    mutex->__data.__count++;
    return 0;
}

int pthread_mutex_lock(pthread_mutex_t *mutex) { return lock(mutex, true); }
int pthread_mutex_trylock(pthread_mutex_t *mutex) { return lock(mutex, false); }

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
    if (!mutex->__data.__lock)
        return (mutex->__data.__kind & 3) == PTHREAD_MUTEX_NORMAL ? 0 : EPERM;
    if (--mutex->__data.__count == 0)
        mutex->__data.__lock = 0;
    return 0;
}

int pthread_mutexattr_init(pthread_mutexattr_t *attributes) {
    wf__memset(attributes, 0, sizeof *attributes);
    return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int type) {
    *(int *)attributes = type;
    return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes) {
    (void)attributes;
    return 0;
}

int pthread_once(pthread_once_t *control, void (*run)(void)) {
    if (*control == PTHREAD_ONCE_INIT) {
        *control = 1;
        run();
    }
    return 0;
}

enum { KEYS = 128 };
static bool used[KEYS];
static void *values[KEYS];

int pthread_key_create(pthread_key_t *key, void (*destroy)(void *)) {
    (void)destroy; /* called when a thread other than the first ends */
    for (unsigned i = 0; i < KEYS; i++)
        if (!used[i]) {
            used[i] = true;
            values[i] = NULL;
            *key = i;
            return 0;
        }
    return EAGAIN;
}

int pthread_key_delete(pthread_key_t key) {
    if (key >= KEYS || !used[key])
        return EINVAL;
    used[key] = false;
    return 0;
}

int pthread_setspecific(pthread_key_t key, const void *value) {
    if (key >= KEYS || !used[key])
        return EINVAL;
    values[key] = (void *)value;
    return 0;
}

void *pthread_getspecific(pthread_key_t key) {
    return key < KEYS && used[key] ? values[key] : NULL;
}

int pthread_cond_init(pthread_cond_t *restrict condition,
                      const pthread_condattr_t *restrict attributes) {
    (void)attributes;
    wf__memset(condition, 0, sizeof *condition);
    return 0;
}

int pthread_cond_destroy(pthread_cond_t *condition) {
    (void)condition;
    return 0;
}

int pthread_cond_signal(pthread_cond_t *condition) {
    (void)condition;
    return 0;
}

int pthread_cond_broadcast(pthread_cond_t *condition) {
    (void)condition;
    return 0;
}
