// Catching by value slices; by reference it does not; throw of a reference copies; throw e against throw.
#include <cstdio>
struct Base { virtual const char *name() const { return "Base"; } virtual ~Base() {} };
struct Derived : Base { const char *name() const override { return "Derived"; } };
void by(int how) {
    Derived derived;
    Base &base = derived;
    switch (how) {
    case 0: throw derived;
    case 1: throw base;
    default:
        try {
            throw derived;
        } catch (Base &caught) {
            if (how == 2)
                throw;
            throw caught;
        }
    }
}
int main() {
    for (int how = 0; how < 4; how++) {
        try {
            by(how);
        } catch (Base &caught) {
            std::printf("%s ", caught.name());
        }
        try {
            by(how);
        } catch (Base caught) {
            std::printf("%s ", caught.name());
        }
        try {
            by(how);
        } catch (const Derived &) {
            std::printf("Derived\n");
        } catch (...) {
            std::printf("other\n");
        }
    }
}
