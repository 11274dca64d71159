/* What a native run sees of its surroundings, beside surroundings.c: functions that are those of the
   C library but for what differs from run to run, and random numbers, which are inputs. Linked with
   the program for replay only, which calls them by these names. */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

#define WF_WEAK __attribute__((weak))

/* surroundings.c */
int wf_process(void);
int wf_parent(void);
unsigned wf_user(void);

extern void wf_symbolic(void *address, size_t size, const char *name);

/* One processor, as sysconf() says. */
WF_WEAK int wf_sched_getaffinity(pid_t process, size_t size, cpu_set_t *set) {
  int error = process != 0 && process != wf_process() ? ESRCH : size < sizeof *set->__bits ? EINVAL : 0;
  if (error) {
    errno = error;
    return -1;
  }
  memset(set, 0, size);
  set->__bits[0] = 1;
  return 0;
}

/* Signals: the process's number is another one, and what the replay and the sanitizers do with a
   signal before the program does is none of its business. */

static unsigned char wf_set_by_program[65];

/* Handlers of the program that are told who sent the signal. */
static void (*wf_told[65])(int, siginfo_t *, void *);

static void wf_tell(int number, siginfo_t *info, void *context) {
  siginfo_t told = *info;
  if (told.si_code == SI_TKILL || told.si_code == SI_USER) {
    told.si_pid = wf_process();
    told.si_uid = wf_user();
  }
  wf_told[number](number, &told, context);
}

static int wf_is_number(int number) { return number > 0 && number < 65; }

static sighandler_t wf_previous(int number, sighandler_t before) {
  if (before == SIG_ERR || !wf_is_number(number))
    return before;
  if (!wf_set_by_program[number])
    before = SIG_DFL;
  if (before == (sighandler_t)wf_tell)
    before = (sighandler_t)wf_told[number];
  wf_set_by_program[number] = 1;
  return before;
}

WF_WEAK sighandler_t wf_signal(int number, sighandler_t handler) {
  return wf_previous(number, signal(number, handler));
}
WF_WEAK sighandler_t wf_bsd_signal(int number, sighandler_t handler) {
  return wf_signal(number, handler);
}
extern sighandler_t __sysv_signal(int number, sighandler_t handler);
WF_WEAK sighandler_t wf___sysv_signal(int number, sighandler_t handler) {
  return wf_previous(number, __sysv_signal(number, handler));
}

WF_WEAK int wf_sigaction(int number, const struct sigaction *new, struct sigaction *old) {
  struct sigaction changed;
  int tells = new && wf_is_number(number) && new->sa_flags & SA_SIGINFO &&
              new->sa_handler != SIG_DFL && new->sa_handler != SIG_IGN;
  if (tells) {
    changed = *new;
    changed.sa_sigaction = wf_tell;
  }
  int result = sigaction(number, tells ? &changed : new, old);
  if (result != 0 || !wf_is_number(number))
    return result;
  if (old && old->sa_flags & SA_SIGINFO && old->sa_sigaction == wf_tell)
    old->sa_sigaction = wf_told[number];
  if (tells)
    wf_told[number] = new->sa_sigaction;
  if (old) {
    if (!wf_set_by_program[number])
      memset(old, 0, sizeof *old);
    old->sa_flags &= ~0x04000000; /* SA_RESTORER, which is the C library's own */
    old->sa_restorer = NULL;
  }
  if (new)
    wf_set_by_program[number] = 1;
  return result;
}

WF_WEAK int wf_kill(pid_t process, int number) {
  pid_t own = wf_process();
  if (process != own && process != 0 && process != -own) {
    if (process != -1)
      wf_parent(); /* which the models look at, too */
    errno = ESRCH;
    return -1;
  }
  if (number == 0)
    return 0;
  /* As raise() does, but a handler is told that it was kill(). */
  siginfo_t info;
  memset(&info, 0, sizeof info);
  info.si_signo = number;
  info.si_code = SI_USER;
  info.si_pid = (pid_t)syscall(SYS_getpid);
  info.si_uid = (uid_t)syscall(SYS_getuid);
  return (int)syscall(SYS_rt_tgsigqueueinfo, info.si_pid, syscall(SYS_gettid), number, &info);
}
WF_WEAK int wf_killpg(pid_t group, int number) {
  if (group < 0) {
    errno = EINVAL;
    return -1;
  }
  return wf_kill(-group, number);
}

/* Random numbers of the system. */

static void wf_random(void *buffer, size_t size) {
  if (size > 0)
    wf_symbolic(buffer, size, "random");
}

WF_WEAK ssize_t wf_getrandom(void *buffer, size_t size, unsigned flags) {
  if (flags & ~(unsigned)(GRND_NONBLOCK | GRND_RANDOM | GRND_INSECURE)) {
    errno = EINVAL;
    return -1;
  }
  wf_random(buffer, size);
  return (ssize_t)size;
}

WF_WEAK int wf_getentropy(void *buffer, size_t size) {
  if (size > 256) {
    errno = EIO;
    return -1;
  }
  wf_random(buffer, size);
  return 0;
}

WF_WEAK void wf_arc4random_buf(void *buffer, size_t size) { wf_random(buffer, size); }
WF_WEAK uint32_t wf_arc4random(void) {
  uint32_t value;
  wf_random(&value, sizeof value);
  return value;
}
WF_WEAK uint32_t wf_arc4random_uniform(uint32_t bound) {
  uint32_t value = wf_arc4random();
  return bound < 2 ? 0 : value % bound;
}
