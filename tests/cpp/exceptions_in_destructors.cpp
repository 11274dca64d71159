// Destructors that throw and catch within unwinding; uncaught_exceptions tells which.
#include <cstdio>
#include <exception>
struct Transaction {
    int before = std::uncaught_exceptions();
    const char *name;
    explicit Transaction(const char *name) : name(name) {}
    ~Transaction() {
        bool fails = std::uncaught_exceptions() > before;
        std::printf("%s %s\n", name, fails ? "rolls back" : "commits");
        try {
            throw name;
        } catch (const char *text) {
            std::printf("  inside %s %d\n", text, std::uncaught_exceptions());
        }
    }
};
struct Throws { ~Throws() noexcept(false) { if (!std::uncaught_exceptions()) throw 5; } };
int main() {
    try {
        Transaction good("good");
    } catch (...) {
    }
    try {
        Transaction bad("bad");
        throw 1;
    } catch (int n) {
        Transaction in_handler("handler");
        std::printf("caught %d\n", n);
    }
    try {
        Throws throws;
    } catch (int n) {
        std::printf("from destructor %d\n", n);
    }
}
