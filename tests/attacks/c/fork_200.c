// attack: start 200 processes
// expect: refused
#include "attack.h"

int main(int count, char **arguments) {
  (void)count;
  begin(arguments);
  int started = 0;
  pid_t child = 0;
  while (started < 200 && (child = fork()) > 0)
    started++;
  if (child == 0) {
    sleep(30);
    _exit(0);
  }
  usleep(300000);
  got("start 200 processes", child);
}
