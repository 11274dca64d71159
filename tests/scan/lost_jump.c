// A jump to where nobody has set it: natively it ends where there is no code, and is told once, where it is made.
//
// functions: jump
// confirmed: library-misuse in jump, 1 time

#include <setjmp.h>

jmp_buf there;

int jump(int n) {
    if (n == 3)
        longjmp(there, 1);
    return n;
}
