// attack: a fork bomb
// expect: processes or time
#include "attack.h"

int main(void) {
  for (;;)
    fork();
}
