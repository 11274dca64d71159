// options stdin=4 environment=HOME= argument=3 failing-malloc
// Inputs from outside: standard input, environment, arguments, failing allocation.
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    int c = getchar();
    if (c == 'x') puts(argv[1]);
    char *home = getenv("HOME");
    if (home && home[0] == 'h') return 2;
    char *p = malloc(10);
    if (!p) return 3;
    free(p);
    return c == EOF;
}
// run
//= input argv[1] bytes x3 at 0 Argument(1)
//= input HOME bytes x3 at 3 Environment(0)
//= input stdin bytes x4 at 6 File(0)
//= fork Branch #0 line 7: 1 0 -> 0
//= fork Branch #2 line 9: 1 0 -> 0
//= fork MallocFails line 10: 1 0 -> 0
//= input malloc_fails bool x1 at 10 MallocFails
//= exit 0
// run argv[1]:8=65,66,67 HOME:8=104 stdin:8=0,0,0
//= input argv[1] bytes x3 at 0 Argument(1)
//= input HOME bytes x3 at 3 Environment(0)
//= input stdin bytes x4 at 6 File(0)
//= fork Branch #0 line 7: 1 0 -> 0
//= fork Branch #2 line 9: 1 0 -> 1
//= exit 2
// run argv[1]:8=65,66,67 HOME:8=0,0,0 stdin:8=120,0,0,0 malloc_fails:8=1
//= input argv[1] bytes x3 at 0 Argument(1)
//= input HOME bytes x3 at 3 Environment(0)
//= input stdin bytes x4 at 6 File(0)
//= fork Branch #0 line 7: 1 0 -> 1
//= fork Branch #1 line 7: 1 0 -> 0
//= fork Branch #1 line 7: 1 0 -> 0
//= fork Branch #1 line 7: 1 0 -> 0
//= fork Branch #2 line 9: 1 0 -> 0
//= fork MallocFails line 10: 1 0 -> 1
//= input malloc_fails bool x1 at 10 MallocFails
//= output "ABC\n"
//= exit 3
