/* What processes share: queues, memory and semaphores; libraries at run time; work and alarms beside the program's. */
#include "refused.h"

#include <aio.h>
#include <dlfcn.h>
#include <mqueue.h>
#include <signal.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <time.h>

REFUSED(int, mq_close, (mqd_t a))
REFUSED(int, mq_getattr, (mqd_t a, struct mq_attr *b))
REFUSED(int, mq_notify, (mqd_t a, const struct sigevent *b))
REFUSED(mqd_t, mq_open, (const char *a, int b, ...))
REFUSED(ssize_t, mq_receive, (mqd_t a, char *b, size_t c, unsigned int *d))
REFUSED(int, mq_send, (mqd_t a, const char *b, size_t c, unsigned int d))
REFUSED(int, mq_setattr, (mqd_t a, const struct mq_attr *b, struct mq_attr *c))
REFUSED(ssize_t, mq_timedreceive, (mqd_t a, char *b, size_t c, unsigned int *d, const struct timespec *e))
REFUSED(int, mq_timedsend, (mqd_t a, const char *b, size_t c, unsigned int d, const struct timespec *e))
REFUSED(int, mq_unlink, (const char *a))

REFUSED(key_t, ftok, (const char *a, int b))
REFUSED(int, msgctl, (int a, int b, struct msqid_ds *c))
REFUSED(int, msgget, (key_t a, int b))
REFUSED(ssize_t, msgrcv, (int a, void *b, size_t c, long d, int e))
REFUSED(int, msgsnd, (int a, const void *b, size_t c, int d))
REFUSED(int, semctl, (int a, int b, int c, ...))
REFUSED(int, semget, (key_t a, int b, int c))
REFUSED(int, semop, (int a, struct sembuf *b, size_t c))
REFUSED(int, semtimedop, (int a, struct sembuf *b, size_t c, const struct timespec *d))
REFUSED(void *, shmat, (int a, const void *b, int c))
REFUSED(int, shmctl, (int a, int b, struct shmid_ds *c))
REFUSED(int, shmdt, (const void *a))
REFUSED(int, shmget, (key_t a, size_t b, int c))
REFUSED(int, shm_open, (const char *a, int b, mode_t c))
REFUSED(int, shm_unlink, (const char *a))
REFUSED(int, memfd_create, (const char *a, unsigned int b))

REFUSED(void *, dlopen, (const char *a, int b))
REFUSED(void *, dlmopen, (Lmid_t a, const char *b, int c))
REFUSED(int, dlclose, (void *a))
REFUSED(void *, dlsym, (void *a, const char *b))
REFUSED(void *, dlvsym, (void *a, const char *b, const char *c))
REFUSED(char *, dlerror, (void))
REFUSED(int, dladdr, (const void *a, Dl_info *b))
REFUSED(int, dlinfo, (void *a, int b, void *c))

REFUSED(int, aio_cancel, (int a, struct aiocb *b))
REFUSED(int, aio_error, (const struct aiocb *a))
REFUSED(int, aio_fsync, (int a, struct aiocb *b))
REFUSED(int, aio_read, (struct aiocb *a))
REFUSED(ssize_t, aio_return, (struct aiocb *a))
REFUSED(int, aio_suspend, (const struct aiocb *const *a, int b, const struct timespec *c))
REFUSED(int, aio_write, (struct aiocb *a))
REFUSED(int, lio_listio, (int a, struct aiocb *const *b, int c, struct sigevent *d))

REFUSED(int, timer_create, (clockid_t a, struct sigevent *b, timer_t *c))
REFUSED(int, timer_delete, (timer_t a))
REFUSED(int, timer_getoverrun, (timer_t a))
REFUSED(int, timer_gettime, (timer_t a, struct itimerspec *b))
REFUSED(int, timer_settime, (timer_t a, int b, const struct itimerspec *c, struct itimerspec *d))
