/* What a native run sees of its surroundings, beside surroundings.c: functions that are those of the
   C library but for what differs from run to run, and random numbers, which are inputs. Linked with
   the program for replay only, which calls them by these names. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host.h"

#define WF_WEAK __attribute__((weak))

/* surroundings.c */
int wf_process(void);
int wf_parent(void);
unsigned wf_user(void);
unsigned wf_group(void);

extern void wf_symbolic(void *address, size_t size, const char *name);

/* Files: the times and owners of the models, numbers in the order in which they are asked for. */

static unsigned long wf_number_of(dev_t device, ino_t node) {
  static struct {
    dev_t device;
    ino_t node;
  } *known;
  static unsigned long count;
  unsigned long i;
  for (i = 0; i < count; i++)
    if (known[i].device == device && known[i].node == node)
      return i + 1;
  void *larger = realloc(known, (count + 1) * sizeof *known);
  if (!larger)
    _exit(125);
  known = larger;
  known[count].device = device;
  known[count].node = node;
  return ++count;
}

static int wf_described(int result, struct stat *to) {
  if (result != 0)
    return result;
  to->st_ino = wf_number_of(to->st_dev, to->st_ino);
  to->st_dev = WF_DEVICE;
  to->st_uid = wf_user();
  to->st_gid = wf_group();
  to->st_blksize = WF_BLOCK;
  if (S_ISDIR(to->st_mode)) {
    to->st_nlink = WF_DIRECTORY_LINKS;
    to->st_size = WF_DIRECTORY_SIZE;
  }
  to->st_blocks = (to->st_size + 511) / 512;
  memset(&to->st_atim, 0, sizeof to->st_atim);
  to->st_atim.tv_sec = WF_START;
  to->st_mtim = to->st_ctim = to->st_atim;
  return 0;
}

WF_WEAK int wf_stat(const char *path, struct stat *to) { return wf_described(stat(path, to), to); }
WF_WEAK int wf_lstat(const char *path, struct stat *to) {
  return wf_described(lstat(path, to), to);
}
WF_WEAK int wf_fstat(int file, struct stat *to) { return wf_described(fstat(file, to), to); }
WF_WEAK int wf_stat64(const char *path, struct stat *to) { return wf_stat(path, to); }
WF_WEAK int wf_lstat64(const char *path, struct stat *to) { return wf_lstat(path, to); }
WF_WEAK int wf_fstat64(int file, struct stat *to) { return wf_fstat(file, to); }

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
  return raise(number);
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
