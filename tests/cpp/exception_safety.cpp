// What containers keep when elements throw: strong and basic guarantees, guards of scopes, copy and swap, transactions.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

struct Bomb {
    static int live, fuse;
    int n;
    static void burn() {
        if (fuse > 0 && --fuse == 0)
            throw std::runtime_error("bang");
    }
    Bomb(int n) : n(n) { burn(); live++; }
    Bomb(const Bomb &other) : n(other.n) { burn(); live++; }
    Bomb &operator=(const Bomb &other) { burn(); n = other.n; return *this; }
    ~Bomb() { live--; }
    bool operator<(const Bomb &other) const { burn(); return n < other.n; }
};
int Bomb::live, Bomb::fuse;

class Guard {
    std::function<void()> undo;
public:
    explicit Guard(std::function<void()> undo) : undo(std::move(undo)) {}
    ~Guard() { if (undo) undo(); }
    void dismiss() { undo = nullptr; }
};

class Ledger {
    std::map<std::string, int> balances;
public:
    void set(const std::string &name, int balance) { balances[name] = balance; }
    void transfer(const std::string &from, const std::string &to, int amount) {
        auto copy = balances;
        if ((copy.at(from) -= amount) < 0)
            throw std::domain_error(from + " has too little");
        copy.at(to) += amount;
        balances.swap(copy);
    }
    int total() const {
        int sum = 0;
        for (auto &[name, balance] : balances)
            sum = 10 * sum + balance;
        return sum;
    }
};

template <class F> static void attempt(const char *name, int fuse, const std::vector<Bomb> &shown, F f) {
    Bomb::fuse = fuse;
    std::string end = "done";
    try {
        f();
    } catch (const std::exception &error) {
        end = error.what();
    }
    Bomb::fuse = 0;
    std::printf("%s %s:", name, end.c_str());
    for (const Bomb &bomb : shown)
        std::printf(" %d", bomb.n);
    std::printf(" (%d live)\n", Bomb::live);
}

int main() {
    {
        std::vector<Bomb> bombs;
        attempt("fill", 0, bombs, [&] { for (int i : {3, 1, 2}) bombs.emplace_back(i); });
        attempt("push", 2, bombs, [&] { bombs.push_back(bombs[0]); bombs.push_back(bombs[0]); });
        attempt("grow", 3, bombs, [&] { bombs.reserve(100); });
        attempt("insert", 4, bombs, [&] { bombs.insert(bombs.begin(), 2, Bomb(9)); });
        attempt("sort", 2, bombs, [&] { std::sort(bombs.begin(), bombs.end()); });
        attempt("assign", 2, bombs, [&] { bombs = std::vector<Bomb>(2, Bomb(5)); });
        attempt("copy", 2, bombs, [&] { auto copy = bombs; });
        attempt("erase", 1, bombs, [&] { bombs.erase(bombs.begin()); });
        std::set<Bomb> set;
        attempt("set", 5, bombs, [&] { for (int i = 0; i < 5; i++) set.emplace(i); });
        std::printf("%zu in the set\n", set.size());
    }
    std::printf("%d live\n", Bomb::live);
    std::vector<std::string> log;
    for (int stop = 0; stop < 3; stop++) {
        try {
            log.push_back("begin");
            Guard guard([&] { log.push_back("undone"); });
            if (stop == 1)
                throw stop;
            if (stop == 0)
                guard.dismiss();
            log.push_back("end");
        } catch (int) {
            log.push_back("caught");
        }
    }
    for (const std::string &line : log)
        std::printf("%s ", line.c_str());
    Ledger ledger;
    ledger.set("ann", 5);
    ledger.set("bob", 3);
    for (auto [to, amount] : {std::pair("bob", 2), {"bob", 4}, {"cid", 1}}) {
        try {
            ledger.transfer("ann", to, amount);
            std::printf("%d ", ledger.total());
        } catch (const std::out_of_range &) {
            std::printf("nobody %d ", ledger.total());
        } catch (const std::domain_error &error) {
            std::printf("%s %d ", error.what(), ledger.total());
        }
    }
    std::printf("\n");
}
