// attack: signal foreign processes and its parent
// expect: refused
#include "attack.h"

int main(int count, char **arguments) {
  (void)count;
  begin(arguments);
  got("kill a process of the user", kill(process, SIGKILL));
  // Signal 0 is sent to nobody and says whether there is somebody.
  got("signal all there are", kill(-1, 0) == 0 && getppid() != 1 ? 0 : (errno = ESRCH, -1));
  kill(getppid(), SIGKILL);
  kill(getppid(), SIGTERM);
  usleep(100000);
  // Whoever started it would have taken it along.
  got("kill its parent", getppid() == 1 ? (errno = EPERM, -1) : 0);
}
