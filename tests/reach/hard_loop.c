// A loop that does something every 31st time, a hundred million times in all, before a number that a
// function of the library gives.
// reach: --function challenges --target hard_loop.c:21 --target hard_loop.c:22 --time 16
//   hard_loop.c:21: reached
//   hard_loop.c:22: reached
#include <math.h>
#include <stdlib.h>

void challenges(int x, double u) {
    int res = 0;
    int i = 0;
    while (i < x) {
        int tmp = i % 31;
        if (tmp == 5)
            res += 33;
        else
            res -= 1;
        i++;
    }
    if (res == 9677418) {
        if (sin(u) > 0.5)
            abort();
    }
}
