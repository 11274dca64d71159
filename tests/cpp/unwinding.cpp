// Destructors run from inner to outer, of members and bases of half-made objects too.
#include <cstdio>
#include <initializer_list>
struct Part {
    const char *name;
    explicit Part(const char *name, bool fails = false) : name(name) {
        if (fails)
            throw name;
        std::printf("+%s ", name);
    }
    ~Part() { std::printf("-%s ", name); }
};
struct Base { Part base{"base"}; };
struct Whole : Base {
    Part one{"one"}, two, three{"three"};
    explicit Whole(bool fails) : two("two", fails) { std::printf("whole "); }
    ~Whole() { std::printf("~whole "); }
};
int depth(int n) {
    Part part(n % 2 ? "odd" : "even");
    if (n == 0)
        throw n;
    return depth(n - 1) + 1;
}
int main() {
    for (bool fails : {false, true}) {
        try {
            Whole whole(fails);
        } catch (const char *name) {
            std::printf("failed %s", name);
        }
        std::printf("\n");
    }
    try {
        Part outer("outer");
        try {
            Part inner("inner");
            depth(3);
        } catch (const char *) {
            std::printf("wrong ");
        }
    } catch (int n) {
        std::printf("caught %d\n", n);
    }
    goto end;
end:
    for (int i = 0; i < 3; i++) {
        Part loop("loop");
        if (i == 1)
            continue;
        if (i == 2)
            break;
    }
    std::printf("\n");
    return 0;
}
