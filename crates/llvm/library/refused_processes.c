/* Other processes, other users, other terminals: there is one of each. */
#include "refused.h"

#include <pty.h>
#include <sched.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utmp.h>

REFUSED(pid_t, fork, (void))
REFUSED(pid_t, vfork, (void))
REFUSED(pid_t, _Fork, (void))
REFUSED(int, clone, (int (*a) (void *), void *b, int c, void *d, ...))
REFUSED(int, unshare, (int a))
REFUSED(int, setns, (int a, int b))
REFUSED(int, daemon, (int a, int b))
REFUSED(int, execl, (const char *a, const char *b, ...))
REFUSED(int, execle, (const char *a, const char *b, ...))
REFUSED(int, execlp, (const char *a, const char *b, ...))
REFUSED(int, execv, (const char *a, char *const *b))
REFUSED(int, execve, (const char *a, char *const *b, char *const *c))
REFUSED(int, execvp, (const char *a, char *const *b))
REFUSED(int, execvpe, (const char *a, char *const *b, char *const *c))
REFUSED(int, execveat, (int a, const char *b, char *const *c, char *const *d, int e))
REFUSED(int, fexecve, (int a, char *const *b, char *const *c))
REFUSED(FILE *, popen, (const char *a, const char *b))
REFUSED(int, pclose, (FILE *a))
REFUSED(pid_t, wait, (int *a))
REFUSED(pid_t, waitpid, (pid_t a, int *b, int c))
REFUSED(int, waitid, (idtype_t a, id_t b, siginfo_t *c, int d))
REFUSED(pid_t, wait3, (int *a, int b, struct rusage *c))
REFUSED(pid_t, wait4, (pid_t a, int *b, int c, struct rusage *d))
REFUSED(long, ptrace, (enum __ptrace_request a, ...))

REFUSED(int, posix_spawn, (pid_t *a, const char *b, const posix_spawn_file_actions_t *c, const posix_spawnattr_t *d,
        char *const *e, char *const *f))
REFUSED(int, posix_spawnp, (pid_t *a, const char *b, const posix_spawn_file_actions_t *c, const posix_spawnattr_t *d,
        char *const *e, char *const *f))
REFUSED(int, posix_spawn_file_actions_addclose, (posix_spawn_file_actions_t *a, int b))
REFUSED(int, posix_spawn_file_actions_adddup2, (posix_spawn_file_actions_t *a, int b, int c))
REFUSED(int, posix_spawn_file_actions_addopen, (posix_spawn_file_actions_t *a, int b, const char *c, int d, mode_t e))
REFUSED(int, posix_spawn_file_actions_addchdir_np, (posix_spawn_file_actions_t *a, const char *b))
REFUSED(int, posix_spawn_file_actions_addfchdir_np, (posix_spawn_file_actions_t *a, int b))
REFUSED(int, posix_spawn_file_actions_destroy, (posix_spawn_file_actions_t *a))
REFUSED(int, posix_spawn_file_actions_init, (posix_spawn_file_actions_t *a))
REFUSED(int, posix_spawnattr_destroy, (posix_spawnattr_t *a))
REFUSED(int, posix_spawnattr_getflags, (const posix_spawnattr_t *a, short *b))
REFUSED(int, posix_spawnattr_getpgroup, (const posix_spawnattr_t *a, pid_t *b))
REFUSED(int, posix_spawnattr_getschedparam, (const posix_spawnattr_t *a, struct sched_param *b))
REFUSED(int, posix_spawnattr_getschedpolicy, (const posix_spawnattr_t *a, int *b))
REFUSED(int, posix_spawnattr_getsigdefault, (const posix_spawnattr_t *a, sigset_t *b))
REFUSED(int, posix_spawnattr_getsigmask, (const posix_spawnattr_t *a, sigset_t *b))
REFUSED(int, posix_spawnattr_init, (posix_spawnattr_t *a))
REFUSED(int, posix_spawnattr_setflags, (posix_spawnattr_t *a, short b))
REFUSED(int, posix_spawnattr_setpgroup, (posix_spawnattr_t *a, pid_t b))
REFUSED(int, posix_spawnattr_setschedparam, (posix_spawnattr_t *a, const struct sched_param *b))
REFUSED(int, posix_spawnattr_setschedpolicy, (posix_spawnattr_t *a, int b))
REFUSED(int, posix_spawnattr_setsigdefault, (posix_spawnattr_t *a, const sigset_t *b))
REFUSED(int, posix_spawnattr_setsigmask, (posix_spawnattr_t *a, const sigset_t *b))

REFUSED(int, chroot, (const char *a))
REFUSED(long, syscall, (long a, ...))
REFUSED(int, prctl, (int a, ...))

REFUSED(int, openpty, (int *a, int *b, char *c, const struct termios *d, const struct winsize *e))
REFUSED(int, forkpty, (int *a, char *b, const struct termios *c, const struct winsize *d))
REFUSED(int, posix_openpt, (int a))
REFUSED(int, getpt, (void))
REFUSED(int, grantpt, (int a))
REFUSED(int, unlockpt, (int a))
REFUSED(char *, ptsname, (int a))
REFUSED(int, ptsname_r, (int a, char *b, size_t c))
