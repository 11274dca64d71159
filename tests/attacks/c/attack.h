/* What attacks have in common. Each is given, as arguments: a directory that is not its own, with a
   file `victim` in it and a socket `socket`; the number of a process; a port of 127.0.0.1 on which
   somebody listens. It prints a line for each try: what it did, and what it got. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static const char *directory, *abstract_socket;
static int process, port;

static inline void begin(char **arguments) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  directory = arguments[1];
  process = atoi(arguments[2]);
  port = atoi(arguments[3]);
  abstract_socket = arguments[4];
}

static inline const char *in_directory(const char *name) {
  static char path[4096];
  snprintf(path, sizeof path, "%s/%s", directory, name);
  return path;
}

/* Prints what came of a try: a system call's result, below 0 if it was refused. */
static inline void got(const char *what, long result) {
  if (result < 0)
    printf("%s: refused (%s)\n", what, strerror(errno));
  else
    printf("%s: done\n", what);
}
