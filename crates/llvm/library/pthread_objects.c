/*
 * pthread.h and semaphore.h for programs of one thread: attributes, locks of other kinds, semaphores. What
 * would wait waits for ever.
 */
#include "library.h"

#include <pthread.h>
#include <semaphore.h>

#define WAITS(what) MISUSE(what " of one thread waits for ever")

/* Attributes of mutexes: bits of their first word. */
enum { KIND_BITS = 3, ROBUST_BIT = 0x40000000, SHARED_BIT = (int)0x80000000u };

static unsigned *word_of(const void *attributes) { return (unsigned *)attributes; }

int pthread_mutexattr_gettype(const pthread_mutexattr_t *restrict attributes, int *restrict type) {
    *type = (int)(*word_of(attributes) & KIND_BITS);
    return 0;
}
int pthread_mutexattr_setpshared(pthread_mutexattr_t *attributes, int shared) {
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    *word_of(attributes) = (*word_of(attributes) & ~(unsigned)SHARED_BIT) | (shared ? (unsigned)SHARED_BIT : 0);
    return 0;
}
int pthread_mutexattr_getpshared(const pthread_mutexattr_t *restrict attributes, int *restrict shared) {
    *shared = (*word_of(attributes) & (unsigned)SHARED_BIT) != 0;
    return 0;
}
int pthread_mutexattr_setrobust(pthread_mutexattr_t *attributes, int robust) {
    if (robust != PTHREAD_MUTEX_STALLED && robust != PTHREAD_MUTEX_ROBUST)
        return EINVAL;
    *word_of(attributes) = (*word_of(attributes) & ~(unsigned)ROBUST_BIT) | (robust ? ROBUST_BIT : 0);
    return 0;
}
int pthread_mutexattr_getrobust(const pthread_mutexattr_t *restrict attributes, int *restrict robust) {
    *robust = (*word_of(attributes) & ROBUST_BIT) != 0;
    return 0;
}

/* Attributes of conditions, read-write locks and barriers: only whether processes share them, and which clock. */
#define SHARED(name, type)                                                                         \
    int pthread_##name##_init(type *attributes) {                                                  \
        *(int *)attributes = 0;                                                                    \
        return 0;                                                                                  \
    }                                                                                              \
    int pthread_##name##_destroy(type *attributes) {                                               \
        (void)attributes;                                                                          \
        return 0;                                                                                  \
    }                                                                                              \
    int pthread_##name##_setpshared(type *attributes, int shared) {                                \
        if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)                 \
            return EINVAL;                                                                         \
        *(int *)attributes = (*(int *)attributes & ~1) | shared;                                   \
        return 0;                                                                                  \
    }                                                                                              \
    int pthread_##name##_getpshared(const type *restrict attributes, int *restrict shared) {       \
        *shared = *(const int *)attributes & 1;                                                    \
        return 0;                                                                                  \
    }

SHARED(condattr, pthread_condattr_t)
SHARED(rwlockattr, pthread_rwlockattr_t)
SHARED(barrierattr, pthread_barrierattr_t)

int pthread_condattr_setclock(pthread_condattr_t *attributes, clockid_t clock) {
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
        return EINVAL;
    *(int *)attributes = (*(int *)attributes & 1) | clock << 1;
    return 0;
}
int pthread_condattr_getclock(const pthread_condattr_t *restrict attributes, clockid_t *restrict clock) {
    *clock = *(const int *)attributes >> 1;
    return 0;
}

/* A read-write lock: how many read, and whether one writes. */
struct shared_lock {
    unsigned readers, writers;
};
_Static_assert(sizeof(struct shared_lock) <= sizeof(pthread_rwlock_t), "it is kept within");

static struct shared_lock *lock_of(pthread_rwlock_t *lock) { return (struct shared_lock *)lock; }

int pthread_rwlock_init(pthread_rwlock_t *restrict lock, const pthread_rwlockattr_t *restrict attributes) {
    (void)attributes;
    wf__memset(lock, 0, sizeof *lock);
    return 0;
}
int pthread_rwlock_destroy(pthread_rwlock_t *lock) {
    (void)lock;
    return 0;
}
static int take_to_read(struct shared_lock *lock) {
    if (lock->writers)
        return EBUSY;
    lock->readers++;
    return 0;
}
static int take_to_write(struct shared_lock *lock) {
    if (lock->writers || lock->readers)
        return EBUSY;
    lock->writers = 1;
    return 0;
}
int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) { return take_to_read(lock_of(lock)); }
int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) { return take_to_write(lock_of(lock)); }
/* The thread that holds it to write is this one. */
int pthread_rwlock_rdlock(pthread_rwlock_t *lock) { return take_to_read(lock_of(lock)) ? EDEADLK : 0; }
int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
    if (lock_of(lock)->writers)
        return EDEADLK;
    if (take_to_write(lock_of(lock)))
        WAITS("pthread_rwlock_wrlock");
    return 0;
}
int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
    struct shared_lock *it = lock_of(lock);
    if (it->writers)
        it->writers = 0;
    else if (it->readers)
        it->readers--;
    return 0;
}

int pthread_spin_init(pthread_spinlock_t *lock, int shared) {
    (void)shared;
    *lock = 0;
    return 0;
}
int pthread_spin_destroy(pthread_spinlock_t *lock) {
    (void)lock;
    return 0;
}
int pthread_spin_trylock(pthread_spinlock_t *lock) {
    if (*lock)
        return EBUSY;
    *lock = 1;
    return 0;
}
int pthread_spin_lock(pthread_spinlock_t *lock) {
    if (*lock)
        WAITS("pthread_spin_lock");
    *lock = 1;
    return 0;
}
int pthread_spin_unlock(pthread_spinlock_t *lock) {
    *lock = 0;
    return 0;
}

int pthread_barrier_init(pthread_barrier_t *restrict barrier, const pthread_barrierattr_t *restrict attributes,
                         unsigned count) {
    (void)attributes;
    if (count == 0)
        return EINVAL;
    *(unsigned *)barrier = count;
    return 0;
}
int pthread_barrier_destroy(pthread_barrier_t *barrier) {
    (void)barrier;
    return 0;
}
int pthread_barrier_wait(pthread_barrier_t *barrier) {
    if (*(unsigned *)barrier > 1)
        WAITS("pthread_barrier_wait");
    return PTHREAD_BARRIER_SERIAL_THREAD;
}

/* Nobody cancels a thread. */
static int cancel_state, cancel_type;

int pthread_setcancelstate(int state, int *old) {
    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
        return EINVAL;
    if (old)
        *old = cancel_state;
    cancel_state = state;
    return 0;
}
int pthread_setcanceltype(int type, int *old) {
    if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
        return EINVAL;
    if (old)
        *old = cancel_type;
    cancel_type = type;
    return 0;
}
void pthread_testcancel(void) {}

/* Called around fork(), which there is not. */
int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void)) {
    (void)before;
    (void)parent;
    (void)child;
    return 0;
}

/* Semaphores. */

static unsigned *count_of(sem_t *semaphore) { return (unsigned *)semaphore; }

int sem_init(sem_t *semaphore, int shared, unsigned count) {
    (void)shared;
    if (count > INT32_MAX) {
        errno = EINVAL;
        return -1;
    }
    *count_of(semaphore) = count;
    return 0;
}
int sem_destroy(sem_t *semaphore) {
    (void)semaphore;
    return 0;
}
int sem_post(sem_t *semaphore) {
    if (*count_of(semaphore) == INT32_MAX) {
        errno = EOVERFLOW;
        return -1;
    }
    ++*count_of(semaphore);
    return 0;
}
int sem_trywait(sem_t *semaphore) {
    if (*count_of(semaphore) == 0) {
        errno = EAGAIN;
        return -1;
    }
    --*count_of(semaphore);
    return 0;
}
int sem_wait(sem_t *semaphore) {
    if (*count_of(semaphore) == 0)
        WAITS("sem_wait");
    --*count_of(semaphore);
    return 0;
}
int sem_getvalue(sem_t *restrict semaphore, int *restrict value) {
    *value = (int)*count_of(semaphore);
    return 0;
}
