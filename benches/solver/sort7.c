// Bubble sort of seven ints: 5,040 orders.
//
// options: --strategy dfs
#include <wayfarer.h>

#define N 7

int main(void) {
    int a[N];
    wf_symbolic(a, sizeof a, "a");
    for (int end = N - 1; end > 0; end--)
        for (int i = 0; i < end; i++)
            if (a[i] > a[i + 1]) {
                int t = a[i];
                a[i] = a[i + 1];
                a[i + 1] = t;
            }
    return 0;
}
