// Exceptions out of functions that the C library calls back; setjmp beside try.
#include <algorithm>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
static int calls;
int compare(const void *a, const void *b) {
    if (++calls == 3)
        throw calls;
    return *(const int *)a - *(const int *)b;
}
static jmp_buf back;
void jump() { try { longjmp(back, 2); } catch (int) { std::printf("wrong\n"); } }
int main() {
    int numbers[] = {4, 2, 5, 1, 3};
    try {
        std::qsort(numbers, 5, sizeof *numbers, compare);
    } catch (int n) {
        std::printf("%d\n", n);
    }
    std::qsort(numbers, 5, sizeof *numbers, compare);
    for (int n : numbers)
        std::printf("%d ", n);
    if (setjmp(back) == 0)
        jump();
    try {
        throw 'c';
    } catch (char c) {
        std::printf("%c\n", c);
    }
    try {
        std::sort(numbers, numbers + 5, [](int a, int) -> bool { throw a; });
    } catch (int) {
        std::printf("sorted\n");
    }
}
