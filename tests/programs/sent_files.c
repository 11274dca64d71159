// What sendfile says and does is the same in both runs: of files, of pipes, and where it was before.
// options: --file A=3 --stdin 2
// exhaustive: true
// findings: none
// tests: confirmed
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <sys/sendfile.h>
#include <unistd.h>

int main(void) {
  int from = open("A", O_RDONLY), to = open("B", O_RDWR | O_CREAT, 0600);
  off_t at = 1;
  char sent[4] = "";
  if (sendfile(to, 0, NULL, 2) != -1 || errno != EINVAL)
    return 1;
  if (sendfile(to, from, &at, 9) != 2 || at != 3 || lseek(from, 0, SEEK_CUR) != 0)
    return 2;
  if (sendfile(to, from, NULL, 1) != 1 || lseek(from, 0, SEEK_CUR) != 1)
    return 3;
  if (sendfile(1, from, NULL, 9) != 2 || pread(to, sent, 4, 0) != 3)
    return 4;
  if (mallopt(M_MXFAST, 1000) || !mallopt(M_TOP_PAD, 1000))
    return 5;
  return sent[2] == 'x' ? 6 : 7;
}
