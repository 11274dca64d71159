// A file that the run is not given does not exist for the machine; natively it may.
// exhaustive: false
// left: a file that the run is not given is looked for at counted_files.c:7, tests that ran otherwise than predicted
// findings: none
#include <stdio.h>

int main(void) { return fopen("/etc/passwd", "r") ? 1 : 0; }
