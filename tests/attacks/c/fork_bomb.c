// attack: a fork bomb
// expect: time
#include "attack.h"

int main(void) {
  for (;;)
    fork();
}
