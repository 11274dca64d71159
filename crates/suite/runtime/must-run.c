/* What every program that runs with sanitizers can show before its own constructors: that it ends as it is told, and
   that an error is seen. By nothing that the program may have of its own. */
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <unistd.h>

extern __attribute__((weak)) void __lsan_do_leak_check(void);

/* Ends with status 42; if it is to crash, by an error that everybody sees. */
void wf_must_run(const char *how) {
  char room[4] = {0};
  volatile char *text = room;
  if (how[0] == 'c') {
    text[4] = text[5];
    __builtin_trap();
  }
  /* As at the end of every run. */
  if (__lsan_do_leak_check)
    __lsan_do_leak_check();
  syscall(SYS_exit_group, 42);
}
