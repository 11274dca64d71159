// What one form of new makes is for its own form of delete, whatever the destructor; malloc and free go with neither.
// exhaustive: true
// findings: invalid-free 24, invalid-free 27, invalid-free 30, invalid-free 33, invalid-free 36, invalid-free 39, invalid-free 42, invalid-free 45
// verdicts: confirmed
// tests: confirmed
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <vector>
#include <wayfarer.h>
struct Base { int a = 1; ~Base() {} };
struct Derived : Base { int b = 2; };
struct alignas(64) Wide { char text[64]; };
int main() {
    int x = wf_int("x");
    int *many = new int[4];
    int *one = new int(5);
    auto *wide = new Wide[2];
    auto *raw = (int *)std::malloc(8);
    std::vector<int> numbers(3, x & 7);
    switch (x) {
    case 1:
        delete many;
        break;
    case 2:
        delete[] one;
        break;
    case 3:
        std::free(one);
        break;
    case 4:
        delete raw;
        break;
    case 5:
        std::free(many);
        break;
    case 6:
        delete[] raw;
        break;
    case 7:
        delete wide;
        break;
    case 8:
        delete (Base *)new Derived;
        break;
    case 9: {
        std::shared_ptr<int[]> shared(many);
        std::unique_ptr<int> owner(one);
        many = new int[2];
        one = new (std::nothrow) int;
        break;
    }
    default:
        many[1] = numbers[0] + *one;
    }
    delete[] many;
    delete one;
    delete[] wide;
    std::free(raw);
    char *text = strdup("text");
    std::free(text);
    return 0;
}
