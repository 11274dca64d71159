// Operators new and delete of a class, and of a program for arrays, give memory from where they like: that is no error.
// exhaustive: true
// paths: 3
// findings: none
// tests: confirmed
#include <cstdlib>
#include <new>
#include <wayfarer.h>
struct Pooled {
    int n = 3;
    static void *operator new(std::size_t size) { return std::malloc(size); }
    static void operator delete(void *object) { std::free(object); }
    static void *operator new[](std::size_t size) { return ::operator new(size + 8); }
    static void operator delete[](void *object) { ::operator delete(object); }
    ~Pooled() { n = 0; }
};
void *operator new[](std::size_t size) { return std::malloc(size); }
void operator delete[](void *object) noexcept { std::free(object); }
void operator delete[](void *object, std::size_t) noexcept { std::free(object); }
int main() {
    int x = wf_int("x");
    if (x == 1) {
        delete new Pooled;
        delete[] new Pooled[3];
    } else if (x == 2) {
        int *many = new int[4];
        many[3] = x;
        delete[] many;
    } else {
        void *raw = ::operator new(24);
        ::operator delete(raw);
        auto *placed = ::new (std::malloc(sizeof(Pooled))) Pooled;
        placed->~Pooled();
        std::free(placed);
    }
    return 0;
}
