// Pointers as exceptions: conversions to bases, to void, to more qualified ones; null.
#include <cstddef>
#include <cstdio>
struct First { int f = 1; virtual ~First() {} };
struct Second { int s = 2; virtual ~Second() {} };
struct Derived : First, Second {};
static Derived derived;
void raise(int which) {
    switch (which) {
    case 0: throw &derived;
    case 1: throw static_cast<const Derived *>(&derived);
    case 2: throw "text";
    case 3: throw nullptr;
    case 4: throw static_cast<Derived *>(nullptr);
    case 5: { static int n = 5; throw &n; }
    case 6: throw &raise;
    }
}
int main() {
    for (int i = 0; i < 7; i++) {
        try {
            raise(i);
        } catch (Second *second) {
            std::printf("Second %d\n", second ? second->s : 0);
        } catch (const First *first) {
            std::printf("const First %d\n", first->f);
        } catch (const char *text) {
            std::printf("%s\n", text ? text : "null");
        } catch (const void *any) {
            std::printf("void %d\n", any != nullptr);
        } catch (void (*function)(int)) {
            std::printf("function %d\n", function == &raise);
        }
    }
}
