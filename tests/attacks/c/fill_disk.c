// attack: fill the disk by many files
// expect: refused
#include "attack.h"

static char block[1 << 20];

/* Writes up to a gigabyte below a directory, in files of 64 MiB. */
static void fill(const char *what, const char *below) {
  char path[4096];
  long written = 0;
  int refused = 0;
  for (int number = 0; number < 16 && !refused; number++) {
    snprintf(path, sizeof path, "%s/fill-%d", below, number);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    for (int part = 0; part < 64 && !refused; part++) {
      refused = file < 0 || write(file, block, sizeof block) != (ssize_t)sizeof block;
      written += refused ? 0 : (long)sizeof block;
    }
    close(file);
  }
  int error = errno;
  for (int number = 0; number < 16; number++) {
    snprintf(path, sizeof path, "%s/fill-%d", below, number);
    unlink(path);
  }
  char line[256];
  snprintf(line, sizeof line, "write a gigabyte to %s, of which %ld MiB were written", what, written >> 20);
  errno = error;
  got(line, refused ? -1 : 0);
}

int main(int count, char **arguments) {
  (void)count;
  begin(arguments);
  signal(SIGXFSZ, SIG_IGN);
  memset(block, 1, sizeof block);
  fill("its directory", ".");
  fill("/tmp", "/tmp");
  fill("/dev/shm", "/dev/shm");
  fill("a directory of the user", directory);
  fill("/var/tmp", "/var/tmp");
}
