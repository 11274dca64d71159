// Static locals: made once when first reached, again after a constructor threw, of templates and lambdas, destroyed in reverse.
#include <cstdio>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

static int tries;
struct Connection {
    int number;
    Connection() : number(++tries) {
        std::printf("try %d ", number);
        if (number < 3)
            throw std::runtime_error("refused");
    }
    ~Connection() { std::printf("closed %d\n", number); }
};
static Connection &connection() {
    static Connection only;
    return only;
}

struct Named {
    std::string name;
    explicit Named(std::string name) : name(std::move(name)) { std::printf("+%s ", this->name.c_str()); }
    ~Named() { std::printf("-%s ", name.c_str()); }
};
template <class T> static int next() {
    static int count = sizeof(T) * 100;
    return ++count;
}
static Named &chosen(int n) {
    if (n == 1) {
        static Named one("one");
        return one;
    }
    static Named other("other" + std::to_string(n));
    return other;
}
class Registry {
    std::map<std::string, int> entries;
    Registry() { std::printf("registry "); }
public:
    static Registry &get() {
        static Registry registry;
        return registry;
    }
    ~Registry() { std::printf("%zu entries\n", entries.size()); }
    bool add(const std::string &name, int value) { return entries.emplace(name, value).second; }
    int operator[](const std::string &name) const { return entries.at(name); }
};
/* Registers itself before main. */
struct Registrar {
    Registrar(const char *name, int value) { Registry::get().add(name, value); }
};
static Registrar first("first", 1), second("second", 2), again("first", 3);

static long memoised(int n) {
    static std::vector<long> known{0, 1};
    if (n < (int)known.size())
        return known[n];
    long value = memoised(n - 1) + memoised(n - 2);
    known.push_back(value);
    return value;
}
struct Counter {
    static inline int made = 0;
    static const std::string prefix;
    int id = made++;
    int calls() {
        static thread_local int all;
        return ++all;
    }
};
const std::string Counter::prefix = "counter";
inline std::unique_ptr<int> shared = std::make_unique<int>(8);

int main() {
    std::printf("%d %d\n", Registry::get()["first"], Registry::get()["second"]);
    for (int i = 0; i < 4; i++) {
        try {
            std::printf("got %d\n", connection().number);
        } catch (const std::runtime_error &error) {
            std::printf("%s\n", error.what());
        }
    }
    std::printf("%d %d %d\n", next<int>(), next<char>(), next<int>());
    std::printf("%s ", chosen(5).name.c_str());
    std::printf("%s ", chosen(1).name.c_str());
    std::printf("%s\n", chosen(7).name.c_str());
    auto counter = [] {
        static int calls;
        return ++calls;
    };
    auto copy = counter;
    counter();
    std::printf("%d %ld\n", copy(), memoised(50));
    Counter a, b;
    a.calls();
    std::printf("%d %d %s %d\n", b.id, b.calls(), Counter::prefix.c_str(), *shared);
    static Named last("last");
}
