// All forms of new and delete; operators of a class; constructors that throw.
#include <cstdint>
#include <cstdio>
#include <new>
struct alignas(16) Aligned { char c[16]; };
struct Own {
    static void *operator new(size_t size) { std::printf("new %zu ", size); return ::operator new(size); }
    static void operator delete(void *p, size_t size) { std::printf("delete %zu ", size); ::operator delete(p); }
    int n;
    Own(int n) : n(n) { if (n < 0) throw n; }
    virtual ~Own() {}
};
struct Bigger : Own { int more[4]; Bigger(int n) : Own(n) {} };
struct Loud {
    static int made;
    int n;
    Loud() : n(made++) { if (n == 3) throw "third"; std::printf("+%d ", n); }
    ~Loud() noexcept { std::printf("-%d ", n); }
};
int Loud::made;
int main() {
    int *one = new int(1);
    int *many = new int[10]();
    int *quiet = new (std::nothrow) int(2);
    Aligned *aligned = new Aligned;
    std::printf("%d %d %d %d\n", *one, many[9], *quiet, (int)((uintptr_t)aligned % 16));
    delete one;
    delete[] many;
    delete quiet;
    delete aligned;
    Own *own = new Bigger(3);
    delete own;
    try {
        new Own(-4);
    } catch (int n) {
        std::printf("%d\n", n);
    }
    try {
        new Loud[5];
    } catch (const char *text) {
        std::printf("%s\n", text);
    }
    alignas(Own) char place[sizeof(Own)];
    Own *placed = ::new (place) Own(8);
    std::printf("%d\n", placed->n);
    placed->~Own();
    try {
        volatile long negative = -1;
        new int[negative];
    } catch (std::bad_alloc &error) {
        std::printf("%s\n", error.what());
    }
    Loud *two = new Loud[2];
    delete[] two;
    std::printf("\n");
}
