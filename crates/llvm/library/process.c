/* Of unistd.h: who the program is. One process of one user, with no parent that matters. */
#include "library.h"

#include <sched.h>
#include <unistd.h>

static int fail(int number) {
    errno = number;
    return -1;
}

#include "files.h"
#include "free.h"
#include "host_process.h"

int wfl_process(void) { return wf_own_process(); }
int wfl_parent(void) { return wf_own_parent(); }

/* In `run`, who runs it. */
static bool real_identity(int64_t numbers[2]) {
    return wf__host_call(WF_HOST_IDENTITY, "", "", 0, numbers, 2 * sizeof *numbers) >= 0;
}

unsigned wfl_user(void) {
    int64_t real[2];
    return real_identity(real) ? (unsigned)real[0] : wf_own_user();
}
unsigned wfl_group(void) {
    int64_t real[2];
    return real_identity(real) ? (unsigned)real[1] : wf_own_group();
}

pid_t getpid(void) { return wfl_process(); }
pid_t getppid(void) { return wfl_parent(); }
pid_t gettid(void) { return wfl_process(); }
pid_t getpgrp(void) { return wfl_process(); }
pid_t getsid(pid_t process) {
    return process == 0 || process == wfl_process() ? wfl_process() : fail(ESRCH);
}
uid_t getuid(void) { return wfl_user(); }
uid_t geteuid(void) { return wfl_user(); }
gid_t getgid(void) { return wfl_group(); }
gid_t getegid(void) { return wfl_group(); }
int getresuid(uid_t *real, uid_t *effective, uid_t *saved) {
    *real = *effective = *saved = wfl_user();
    return 0;
}
int getresgid(gid_t *real, gid_t *effective, gid_t *saved) {
    *real = *effective = *saved = wfl_group();
    return 0;
}

/* One processor, as sysconf() says. */

int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set) {
    if (process != 0 && process != wfl_process())
        return fail(ESRCH);
    if (size < sizeof(unsigned long))
        return fail(EINVAL);
    wf__memset(set, 0, size);
    set->__bits[0] = 1;
    return 0;
}

int __sched_cpucount(size_t size, const cpu_set_t *set) {
    int count = 0;
    for (size_t i = 0; i < size / sizeof *set->__bits; i++)
        count += __builtin_popcountl(set->__bits[i]);
    return count;
}
