#include "scale.h"

int scale(int number) { return FACTOR * number; }

int never_called(int number) { return number == 7 ? 1 / (number - 7) : 0; }
