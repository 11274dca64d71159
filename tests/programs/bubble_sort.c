// Every order of six ints: 720 paths, each sorted at the end.
//
// paths: 720
// exhaustive: true
// findings: none
// tests: confirmed
#include <wayfarer.h>

#ifndef N
#define N 6
#endif

int main(void) {
    int a[N];
    wf_symbolic(a, sizeof a, "a");
    for (int i = 0; i < N; i++)
        for (int j = 0; j + 1 < N - i; j++)
            if (a[j] > a[j + 1]) {
                int t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
            }
    for (int i = 0; i + 1 < N; i++)
        wf_assert(a[i] <= a[i + 1]);
    return 0;
}
