#include "h.h"
#include <stdio.h>

int f(void);

int main(void) { printf("%d\n", f() + H); }
