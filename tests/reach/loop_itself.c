// What the arms of a loop that is taken as a function lead to is not looked for when the loop itself is explored.
// reach: --stdin 1 --direction forward --target loop_itself.c:12
//   loop_itself.c:12: unreachable
#include <stdio.h>

int main(void) {
    unsigned all = (unsigned char)getchar();
    unsigned sum = 0;
    for (unsigned i = 0; i < all; i++)
        sum += i;
    if (sum != all * (all - 1) / 2)
        puts("no");
    return 0;
}
