/* Linked with the program for native replay: what the process is given is what the machine gave it,
   and nothing of the replay's own. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

extern char **environ;
extern char *program_invocation_name, *program_invocation_short_name;
extern int __llvm_profile_write_file(void) __attribute__((weak));
extern void __llvm_profile_set_filename(const char *) __attribute__((weak));

/* replay.c: the program cannot be run as the test has it. */
extern void wf_give_up(const char *why) __attribute__((noreturn));

/* The environment that the replay gave, with its own settings in it. */
static char **wf_replay_environment;

/* A setting of the replay, which the program does not see. */
const char *wf_setting(const char *name) {
  char **variable = wf_replay_environment ? wf_replay_environment : environ;
  size_t length = strlen(name);
  for (; variable && *variable; variable++)
    if (strncmp(*variable, name, length) == 0 && (*variable)[length] == '=')
      return *variable + length + 1;
  return NULL;
}

/* What a file holds; null if it cannot be read. By system calls: the program may have functions of
   its own named `open` or `read`. */
static unsigned char *wf_contents(const char *path, size_t *size) {
  long file = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
  long end = file < 0 ? -1 : syscall(SYS_lseek, file, 0, SEEK_END);
  unsigned char *bytes = end < 0 ? NULL : (unsigned char *)malloc((size_t)end + 1);
  long at = 0, count = 1;
  if (!bytes || syscall(SYS_lseek, file, 0, SEEK_SET) != 0)
    return NULL;
  while (at < end && count > 0) {
    count = syscall(SYS_read, file, bytes + at, end - at);
    at += count > 0 ? count : 0;
  }
  syscall(SYS_close, file);
  *size = (size_t)end;
  return at == end ? bytes : NULL;
}

/* Strings in memory of their own, so that tools see where each ends: u32 count, then each with u64
   length before it. The array has a null behind them. */
static char **wf_strings(const unsigned char **at, uint32_t *count) {
  uint32_t i;
  memcpy(count, *at, sizeof *count);
  *at += sizeof *count;
  char **strings = (char **)calloc((size_t)*count + 1, sizeof *strings);
  for (i = 0; strings && i < *count; i++) {
    uint64_t length;
    memcpy(&length, *at, sizeof length);
    *at += sizeof length;
    strings[i] = (char *)malloc(length + 1);
    if (!strings[i])
      return NULL;
    memcpy(strings[i], *at, length);
    strings[i][length] = 0;
    *at += length;
  }
  return strings;
}

/* An array of strings of its own: the C library may free the one that it has made itself (`putenv` after
   a sanitizer has called `setenv`). */
static char **wf_copied(char **strings) {
  size_t count = 0, i;
  char **copied;
  while (strings && strings[count])
    count++;
  copied = (char **)calloc(count + 1, sizeof *copied);
  for (i = 0; copied && i < count; i++)
    if (!(copied[i] = strdup(strings[i])))
      return NULL;
  return copied;
}

/* What the kernel's call fills. */
#ifdef __i386__
#define WF_FSTAT SYS_fstat64
typedef struct stat64 wf_status;
#else
#define WF_FSTAT SYS_fstat
typedef struct stat wf_status;
#endif

/* Standard input is a pipe, as for the machine. Where it is a file, its bytes must fit into one. */
static void wf_make_stdin_a_pipe(void) {
  wf_status status;
  int ends[2];
  char bytes[4096];
  long count;
  if (syscall(WF_FSTAT, 0, &status) != 0 || !S_ISREG(status.st_mode) ||
      syscall(SYS_pipe2, ends, 0) != 0)
    return;
  if (status.st_size > 4096 && syscall(SYS_fcntl, ends[1], F_SETPIPE_SZ, (long)status.st_size) < 0)
    wf_give_up("harness: standard input is too large for a pipe");
  while ((count = syscall(SYS_read, 0, bytes, sizeof bytes)) > 0)
    if (syscall(SYS_write, ends[1], bytes, count) != count)
      wf_give_up("harness: standard input cannot be given");
  syscall(SYS_dup2, ends[0], 0);
  syscall(SYS_close, ends[0]);
  syscall(SYS_close, ends[1]);
}

/* Static: what the program drops stays reachable. */
static char **wf_arguments_given, **wf_environment_given;

/* The C library passes constructors what it passes to `main`. */
__attribute__((constructor(52))) static void wf_become_process(int argc, char **argv) {
  size_t size;
  uint32_t count, i;
  const char *path = wf_setting("WF_PROCESS"), *profile = wf_setting("LLVM_PROFILE_FILE");
  const unsigned char *bytes = path ? wf_contents(path, &size) : NULL, *at = bytes;
  char *name;
  if (!path)
    return;
  if (!bytes || !(wf_arguments_given = wf_strings(&at, &count)) || count != (uint32_t)argc ||
      !(wf_environment_given = wf_strings(&at, &i)))
    wf_give_up("harness: the arguments cannot be read");
  for (i = 0; i < count; i++)
    argv[i] = wf_arguments_given[i];
  name = strrchr(argv[0], '/');
  program_invocation_name = argv[0];
  program_invocation_short_name = name ? name + 1 : argv[0];
  if (profile && __llvm_profile_set_filename)
    __llvm_profile_set_filename(profile);
  wf_replay_environment = wf_copied(environ);
  if (!wf_replay_environment)
    wf_give_up("harness: no memory for the environment");
  environ = wf_environment_given;
  free((void *)bytes);
  umask(022);
  wf_make_stdin_a_pipe();
  errno = 0;
}
