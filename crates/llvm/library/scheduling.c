/* sched.h and what sys/resource.h has of priorities: one process of the usual kind; what would make it another is
   refused. */
#include "refused.h"

#include <sched.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static int fail(int number) {
    errno = number;
    return -1;
}

static bool is_own(pid_t process) { return process == 0 || process == wfl_process(); }

static int priority_of(int policy, int real_time) {
    switch (policy) {
    case SCHED_FIFO:
    case SCHED_RR:
        return real_time;
    case SCHED_OTHER:
    case SCHED_BATCH:
    case SCHED_IDLE:
    case 6: /* SCHED_DEADLINE */
        return 0;
    default:
        return fail(EINVAL);
    }
}

int sched_get_priority_max(int policy) { return priority_of(policy, 99); }
int sched_get_priority_min(int policy) { return priority_of(policy, 1); }

int sched_getscheduler(pid_t process) {
    if (process < 0)
        return fail(EINVAL);
    return is_own(process) ? SCHED_OTHER : fail(ESRCH);
}

int sched_getparam(pid_t process, struct sched_param *to) {
    if (process < 0 || !to)
        return fail(EINVAL);
    if (!is_own(process))
        return fail(ESRCH);
    to->sched_priority = 0;
    return 0;
}

int getpriority(__priority_which_t which, id_t who) {
    if (which != PRIO_PROCESS && which != PRIO_PGRP && which != PRIO_USER)
        return fail(EINVAL);
    id_t own = which == PRIO_USER ? wfl_user() : (id_t)wfl_process();
    return who == 0 || who == own ? 0 : fail(ESRCH);
}

int nice(int more) {
    if (more != 0)
        wf__unsupported("nice");
    return 0;
}

int clock_getcpuclockid(pid_t process, clockid_t *to) {
    if (!is_own(process))
        return ESRCH;
    /* As Linux numbers the clocks of processes. */
    *to = (clockid_t)(~(unsigned)process << 3 | 2);
    return 0;
}

REFUSED(int, setpriority, (__priority_which_t a, id_t b, int c))
REFUSED(int, sched_setscheduler, (pid_t a, int b, const struct sched_param *c))
REFUSED(int, sched_setparam, (pid_t a, const struct sched_param *b))
REFUSED(int, sched_rr_get_interval, (pid_t a, struct timespec *b))
REFUSED(int, sched_setaffinity, (pid_t a, size_t b, const cpu_set_t *c))
