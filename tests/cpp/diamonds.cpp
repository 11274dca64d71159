// Virtual bases with state: who initialises them, sharing, casts through them, dominance, half-made objects, copies, slices.
#include <cstdio>
#include <string>
#include <utility>

struct Entity {
    int id;
    std::string trail;
    explicit Entity(int id) : id(id), trail("E") { std::printf("Entity(%d) ", id); }
    Entity() : Entity(-1) {}
    Entity(const Entity &other) : id(other.id + 1000), trail(other.trail + "c") {}
    Entity &operator=(const Entity &other) { id = other.id; trail += "="; return *this; }
    virtual ~Entity() { std::printf("~Entity(%d)\n", id); }
    virtual std::string role() const { return "entity"; }
    virtual int cost() const { return 1; }
};
struct Printer : virtual Entity {
    int pages = 7;
    Printer() : Entity(1) { trail += "P"; std::printf("%s ", role().c_str()); }
    explicit Printer(int pages) : Entity(pages), pages(pages) { trail += "p"; }
    ~Printer() override { std::printf("~%s ", role().c_str()); }
    std::string role() const override { return "printer"; }
    virtual void work() { pages--; id++; }
};
struct Scanner : virtual Entity {
    long dots = 600;
    Scanner() : Entity(2) { trail += "S"; std::printf("%s ", role().c_str()); }
    ~Scanner() override { std::printf("~%s ", role().c_str()); }
    int cost() const override { return 10; }
    virtual void work() { dots *= 2; id += 10; }
};
struct Copier : Printer, Scanner {
    std::string name = "a copier with a name of some length";
    Copier() : Entity(3), Printer(20) { trail += "C"; }
    std::string role() const override { return "copier/" + Printer::role(); }
    void work() override { Printer::work(); Scanner::work(); }
};
struct Broken : Copier {
    Broken() : Entity(4) { throw 5; }
};
struct Tagged {
    virtual ~Tagged() = default;
    int tag = 77;
};
struct Office : Tagged, virtual Copier {
    Office() : Entity(6) { dynamic_cast<Copier *>(this)->work(); }
};

static void use(Entity &entity) {
    auto *printer = dynamic_cast<Printer *>(&entity);
    auto *scanner = dynamic_cast<Scanner *>(&entity);
    std::printf("%s cost %d", entity.role().c_str(), entity.cost());
    if (printer)
        printer->work();
    if (scanner)
        scanner->work();
    if (auto *whole = dynamic_cast<Copier *>(&entity))
        std::printf(" whole %d", dynamic_cast<void *>(printer) == whole);
    std::printf(" id %d\n", entity.id);
}

int main() {
    {
        Copier copier;
        std::printf("%d %s %d\n", copier.id, copier.trail.c_str(), static_cast<Printer &>(copier).cost());
        use(copier);
        std::printf("%d %ld %d\n", copier.pages, copier.dots, &copier.Printer::id == &copier.Scanner::id);
        Copier second = copier;
        second.pages = 3;
        Entity sliced = second;
        std::printf("%d %s %s, %s\n", second.id, second.trail.c_str(), sliced.role().c_str(), second.name.c_str());
        second = std::move(copier);
        std::printf("%s %d\n", second.trail.substr(0, 4).c_str(), second.pages);
    }
    {
        Printer alone;
        Scanner scanner;
        use(alone);
        use(scanner);
    }
    try {
        Broken broken;
    } catch (int n) {
        std::printf("%d\n", n);
    }
    Tagged *office = new Office;
    auto *scanner = dynamic_cast<Scanner *>(office);
    std::printf("%d %ld %s\n", office->tag, scanner->dots, scanner->role().c_str());
    delete office;
    return 0;
}
