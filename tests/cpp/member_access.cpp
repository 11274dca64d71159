// mutable, static members, nested and local classes, anonymous unions, const overloads, this chains, ref qualifiers.
#include <cstdio>
#include <string>
class Cache {
    mutable int hits = 0;
    static inline int instances = 0;
    int data[3] = {7, 8, 9};
public:
    Cache() { instances++; }
    Cache(const Cache &) { instances++; }
    ~Cache() { instances--; }
    class Cursor { Cache *cache; int at = 0; public: explicit Cursor(Cache *c) : cache(c) {} int next() { return cache->data[at++]; } };
    int at(int i) const { hits++; return data[i]; }
    int &at(int i) { return data[i]; }
    int count() const { return hits; }
    static int alive() { return instances; }
    Cursor cursor() { return Cursor(this); }
    Cache &set(int i, int v) { data[i] = v; return *this; }
    const char *kind() & { return "lvalue"; }
    const char *kind() && { return "rvalue"; }
};
struct Tagged { bool is_int; union { int i; float f; }; };
int main() {
    Cache cache;
    const Cache &view = cache;
    cache.at(0) = 5;
    cache.set(1, 6).set(2, 4);
    std::printf("%d %d %d %d\n", view.at(0), view.at(1), view.count(), Cache::alive());
    auto cursor = cache.cursor();
    cursor.next();
    std::printf("%d %s %s\n", cursor.next(), cache.kind(), Cache(cache).kind());
    struct Local { int n; int twice() const { return 2 * n; } };
    Tagged tagged{false, {}};
    tagged.f = 0.5f;
    std::printf("%d %g %d\n", Local{4}.twice(), tagged.f, Cache::alive());
}
