#include "clamp.h"

extern inline int clamp(int number);
