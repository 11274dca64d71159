// attack: leave a daemon behind that keeps its streams open
// expect: done
#include "attack.h"

int main(int count, char **arguments) {
  (void)count;
  begin(arguments);
  if (fork() == 0) {
    setsid();
    if (fork() == 0) {
      signal(SIGHUP, SIG_IGN);
      signal(SIGTERM, SIG_IGN);
      sleep(4);
      // Whoever tries this is alive: the harness looks for the file, and for the process.
      close(open(in_directory("late"), O_WRONLY | O_CREAT, 0600));
      sleep(60);
    }
    _exit(0);
  }
  usleep(100000);
  got("start a daemon, which ends with its test", 0);
}
