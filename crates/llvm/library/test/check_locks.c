/* Locks and semaphores of one thread, beside glibc's. */
#include "check.h"

#include <pthread.h>
#include <semaphore.h>

#define LOCKS(F)                                                                                   \
    F(pthread_rwlock_init) F(pthread_rwlock_tryrdlock) F(pthread_rwlock_trywrlock)                 \
    F(pthread_rwlock_rdlock) F(pthread_rwlock_unlock) F(pthread_spin_init) F(pthread_spin_trylock) \
    F(pthread_spin_unlock) F(pthread_barrier_init) F(pthread_barrier_wait) F(sem_init) F(sem_post) \
    F(sem_trywait) F(sem_getvalue) F(pthread_setcancelstate) F(pthread_mutexattr_init)             \
    F(pthread_mutexattr_settype) F(pthread_mutexattr_gettype) F(pthread_mutexattr_setpshared)      \
    F(pthread_mutexattr_getpshared) F(pthread_mutexattr_setrobust) F(pthread_mutexattr_getrobust)  \
    F(pthread_condattr_init) F(pthread_condattr_setclock) F(pthread_condattr_getclock)             \
    F(pthread_condattr_setpshared) F(pthread_condattr_getpshared)
LOCKS(MODEL)

#define SAME_RESULT(ours, theirs)                                                                         \
    do {                                                                                           \
        int our_result = (ours), their_result = (theirs);                                          \
        CHECK(our_result == their_result, #ours ": model %d, glibc %d, step %d", our_result, their_result, step); \
    } while (0)

static void check_attributes(int step) {
    pthread_mutexattr_t a, b;
    pthread_condattr_t c, d;
    int kind = random_below(5) - 1, shared = random_below(3), robust = random_below(3), x = 7, y = 7;
    SAME_RESULT(model_pthread_mutexattr_init(&a), pthread_mutexattr_init(&b));
    if (kind >= 0 && kind < 3)
        SAME_RESULT(model_pthread_mutexattr_settype(&a, kind), pthread_mutexattr_settype(&b, kind));
    SAME_RESULT(model_pthread_mutexattr_setpshared(&a, shared), pthread_mutexattr_setpshared(&b, shared));
    SAME_RESULT(model_pthread_mutexattr_setrobust(&a, robust), pthread_mutexattr_setrobust(&b, robust));
    SAME_RESULT(model_pthread_mutexattr_gettype(&a, &x), pthread_mutexattr_gettype(&b, &y));
    SAME_RESULT(x, y);
    SAME_RESULT(model_pthread_mutexattr_getpshared(&a, &x), pthread_mutexattr_getpshared(&b, &y));
    SAME_RESULT(x, y);
    SAME_RESULT(model_pthread_mutexattr_getrobust(&a, &x), pthread_mutexattr_getrobust(&b, &y));
    SAME_RESULT(x, y);
    SAME_RESULT(model_pthread_condattr_init(&c), pthread_condattr_init(&d));
    SAME_RESULT(model_pthread_condattr_setclock(&c, kind), pthread_condattr_setclock(&d, kind));
    SAME_RESULT(model_pthread_condattr_setpshared(&c, shared), pthread_condattr_setpshared(&d, shared));
    SAME_RESULT(model_pthread_condattr_getclock(&c, &x), pthread_condattr_getclock(&d, &y));
    SAME_RESULT(x, y);
    SAME_RESULT(model_pthread_condattr_getpshared(&c, &x), pthread_condattr_getpshared(&d, &y));
    SAME_RESULT(x, y);
}

void check_locks(void) {
    pthread_rwlock_t a, b;
    pthread_spinlock_t v, w;
    sem_t s, t;
    int step = 0, held = 0, x, y;
    SAME_RESULT(model_pthread_rwlock_init(&a, NULL), pthread_rwlock_init(&b, NULL));
    SAME_RESULT(model_pthread_spin_init(&v, 0), pthread_spin_init(&w, 0));
    SAME_RESULT(model_sem_init(&s, 0, 2), sem_init(&t, 0, 2));
    for (step = 1; step < 20000; step++) {
        switch (random_below(9)) {
        case 0:
            held += pthread_rwlock_tryrdlock(&b) == 0;
            held -= model_pthread_rwlock_tryrdlock(&a) == 0;
            CHECK(held == 0, "pthread_rwlock_tryrdlock, step %d", step);
            break;
        case 1:
            SAME_RESULT(model_pthread_rwlock_trywrlock(&a), pthread_rwlock_trywrlock(&b));
            break;
        case 2:
            SAME_RESULT(model_pthread_rwlock_rdlock(&a), pthread_rwlock_rdlock(&b));
            break;
        case 3:
            /* One that nobody holds must not be given back. */
            if (model_pthread_rwlock_trywrlock(&a) == 0)
                SAME_RESULT(0, pthread_rwlock_trywrlock(&b));
            SAME_RESULT(model_pthread_rwlock_unlock(&a), pthread_rwlock_unlock(&b));
            break;
        case 4:
            SAME_RESULT(model_pthread_spin_trylock(&v), pthread_spin_trylock(&w));
            break;
        case 5:
            if (model_pthread_spin_trylock(&v) == 0)
                SAME_RESULT(0, pthread_spin_trylock(&w));
            SAME_RESULT(model_pthread_spin_unlock(&v), pthread_spin_unlock(&w));
            break;
        case 6:
            SAME_RESULT(model_sem_post(&s), sem_post(&t));
            break;
        case 7:
            SAME_RESULT(model_sem_trywait(&s), sem_trywait(&t));
            break;
        default:
            SAME_RESULT(model_pthread_setcancelstate(step & 1, &x), pthread_setcancelstate(step & 1, &y));
            SAME_RESULT(x, y);
            SAME_RESULT(model_sem_getvalue(&s, &x), sem_getvalue(&t, &y));
            SAME_RESULT(x, y);
        }
        check_attributes(step);
    }
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
}
