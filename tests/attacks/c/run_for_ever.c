// attack: run for ever
// expect: time
#include "attack.h"

int main(void) {
  for (volatile unsigned n = 0;; n++)
    ;
}
