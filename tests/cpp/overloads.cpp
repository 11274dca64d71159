// Overload resolution, argument-dependent lookup, default arguments, namespaces, using.
#include <cstdio>
namespace first {
struct Thing { int n; };
void show(const Thing &thing) { std::printf("first %d\n", thing.n); }
inline namespace v2 { int version() { return 2; } }
namespace v1 { int version() { return 1; } }
}
namespace { int hidden() { return 3; } }
void f(int) { std::printf("int\n"); }
void f(double) { std::printf("double\n"); }
void f(const char *) { std::printf("text\n"); }
void f(void *) { std::printf("pointer\n"); }
void f(...) { std::printf("anything\n"); }
template <class T> void f(T *) { std::printf("template\n"); }
struct Base { void g(int) { std::printf("Base::g\n"); } virtual int h(int n = 1) { return n; } };
struct Derived : Base { using Base::g; void g(double) { std::printf("Derived::g\n"); } int h(int n = 2) override { return 10 * n; } };
enum Old { red, green = 5 };
int main() {
    show(first::Thing{4});
    std::printf("%d %d %d\n", first::version(), first::v1::version(), hidden());
    f('c');
    f(1.5f);
    f("x");
    int n = 0;
    f(&n);
    f(first::Thing{});
    f(green);
    Derived derived;
    Base &base = derived;
    derived.g(1);
    derived.g(1.5);
    std::printf("%d %d\n", derived.h(), base.h());
    namespace alias = first;
    using alias::Thing;
    std::printf("%d\n", Thing{6}.n);
}
