// Exceptions within handlers, thrown again, and out of them.
#include <cstdio>
#include <exception>
struct Noisy {
    int n;
    explicit Noisy(int n) : n(n) { std::printf("+%d ", n); }
    Noisy(const Noisy &other) : n(other.n * 10) { std::printf("c%d ", n); }
    ~Noisy() { std::printf("-%d ", n); }
};
void inner(int n) {
    Noisy local(n);
    try {
        throw Noisy(n + 1);
    } catch (Noisy &caught) {
        std::printf("[%d] ", caught.n);
        try {
            if (n % 2)
                throw;
            throw 1.5;
        } catch (double d) {
            std::printf("double %g ", d);
        }
        std::printf("after ");
        if (n == 2)
            throw caught.n;
    }
}
int main() {
    for (int i = 1; i < 5; i++) {
        try {
            inner(i);
            std::printf("none\n");
        } catch (Noisy copy) {
            std::printf("outer %d\n", copy.n);
        } catch (int n) {
            std::printf("int %d\n", n);
        }
        std::printf("uncaught %d\n", std::uncaught_exceptions());
    }
}
