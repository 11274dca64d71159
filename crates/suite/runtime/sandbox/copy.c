/* The files of a test are copied to where its program starts: it may change and delete them. */
#define _GNU_SOURCE
#include "sandbox.h"
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

static size_t skipped;
static const char *target;

static int copy_file(const char *from, const char *to, const struct stat *about) {
  int source = open(from, O_RDONLY | O_CLOEXEC);
  int copy = source < 0 ? -1 : open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, about->st_mode & 0777);
  off_t left = copy < 0 ? -1 : about->st_size;
  while (left > 0) {
    ssize_t done = sendfile(copy, source, NULL, (size_t)left);
    if (done <= 0)
      break;
    left -= done;
  }
  int error = left == 0 ? 0 : errno ? errno : EIO;
  if (source >= 0)
    close(source);
  if (copy >= 0)
    close(copy);
  errno = error;
  return error ? -1 : 0;
}

static int copy_one(const char *path, const struct stat *about, int kind, struct FTW *walk) {
  char to[PATH_MAX];
  (void)walk;
  if (path[skipped] == 0)
    return 0;
  if (snprintf(to, sizeof to, "%s/%s", target, path + skipped) >= (int)sizeof to) {
    errno = ENAMETOOLONG;
    return -1;
  }
  if (kind == FTW_D)
    return mkdir(to, 0755) == 0 || errno == EEXIST ? 0 : -1;
  return kind == FTW_F ? copy_file(path, to, about) : 0;
}

int wf_copy_tree(const char *from, const char *to) {
  skipped = strlen(from);
  target = to;
  return nftw(from, copy_one, 16, FTW_PHYS);
}
