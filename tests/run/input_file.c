// Standard input that is a file is one for the program: it seeks in it, and leaves to others what it has not read.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static void tell(const char *what) {
  struct stat about;
  if (fstat(0, &about) != 0)
    perror("fstat");
  printf("%s: regular %d, %ld bytes, at %ld\n", what, S_ISREG(about.st_mode), (long)about.st_size, ftell(stdin));
}

int main(void) {
  char line[40] = "";
  tell("begun");
  printf("%ld\n", (long)lseek(0, 0, SEEK_CUR));
  printf("%s", fgets(line, sizeof line, stdin));
  ungetc('x', stdin);
  printf("%d ", fseek(stdin, 5, SEEK_SET));
  printf("%d\n", getchar());
  tell("moved");
  printf("%d\n", fseek(stdin, -2, SEEK_END));
  tell("near to the end");
  rewind(stdin);
  printf("%d %d\n", getchar(), isatty(0));
  char before[5] = "";
  printf("%ld %s\n", (long)pread(0, before, 4, 0), before);
  int again = open("/dev/stdin", O_RDONLY);
  printf("%d\n", again >= 0);
  errno = 0;
  printf("%ld %d\n", (long)write(0, "x", 1), errno == EBADF);
  setvbuf(stdin, NULL, _IONBF, 0);
  lseek(0, 18, SEEK_SET);
  fseek(stdin, 18, SEEK_SET);
  printf("%d\n", getchar());
  return 0;
}
