#include "config.h"
#include <stdlib.h>
int other(int);
int main(int argc, char **argv) { if (argc > 1 && other(argv[1][0]) == WANTED) abort(); return 0; }
