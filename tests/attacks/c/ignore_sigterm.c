// attack: ignore SIGTERM, with a child that does so, too
// expect: time
#include "attack.h"

int main(void) {
  for (int number = 1; number < NSIG; number++)
    signal(number, SIG_IGN);
  fork();
  setsid();
  for (;;)
    pause();
}
