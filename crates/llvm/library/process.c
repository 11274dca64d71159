/* Of unistd.h: who the program is. One process of one user, with no parent that matters. */
#include "library.h"

#include <unistd.h>

static int fail(int number) {
    errno = number;
    return -1;
}

#include "free.h"
#include "host_process.h"

int wfl_process(void) { return wf_own_process(); }
int wfl_parent(void) { return wf_own_parent(); }
unsigned wfl_user(void) { return wf_own_user(); }
unsigned wfl_group(void) { return wf_own_group(); }

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
