// Ambiguous and private bases are no handlers and no targets of casts.
#include <cstdio>
struct Base { virtual ~Base() {} int n = 7; };
struct A : Base {};
struct B : Base {};
struct Both : A, B {};
struct Hidden : private Base {};
template <class T> void raise() { throw T(); }
void caught(void (*raise)()) {
    try {
        raise();
    } catch (Base &base) {
        std::printf("Base %d\n", base.n);
    } catch (...) {
        std::printf("something\n");
    }
}
int main() {
    caught(raise<A>);
    caught(raise<Both>);
    caught(raise<Hidden>);
    caught(raise<int>);
    Both both;
    A *a = &both;
    std::printf("%d\n", dynamic_cast<B *>(a) == static_cast<B *>(&both));
    return 0;
}
