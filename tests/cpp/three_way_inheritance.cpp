// Interfaces and mixins: pointers of several bases to one object, deletion through any, adjusting thunks.
#include <cstdio>
#include <memory>
struct Printable { virtual void print() const = 0; virtual ~Printable() { std::printf("~P "); } long pad1 = 1; };
struct Countable { virtual int count() = 0; virtual ~Countable() { std::printf("~C "); } long pad2 = 2; };
struct Named { const char *name; explicit Named(const char *n) : name(n) {} virtual const char *get() const { return name; } virtual ~Named() { std::printf("~N "); } };
struct All : Printable, Countable, Named {
    int n = 0;
    All() : Named("all") {}
    void print() const override { std::printf("%s %d %ld %ld\n", get(), n, pad1, pad2); }
    int count() override { return ++n; }
    const char *get() const override { return "All"; }
    ~All() override { std::printf("~A "); }
};
int main() {
    auto *all = new All;
    Countable *c = all;
    Printable *p = all;
    Named *n = all;
    c->count();
    c->count();
    p->print();
    std::printf("%d %d %d %s\n", (void *)c == (void *)all, static_cast<All *>(n) == all, dynamic_cast<Countable *>(p) == c, n->Named::get());
    std::unique_ptr<Countable> owner(c);
    owner.reset();
    std::shared_ptr<Named> shared = std::make_shared<All>();
    shared = nullptr;
    std::printf("\n");
}
