// Node handles: extract, change a key, insert, merge of maps and sets of other comparisons; emplace hints; insert results.
#include <cstdio>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

struct Pinned {
    static int made;
    int n;
    explicit Pinned(int n) : n(n) { made++; }
    Pinned(const Pinned &) = delete;
    Pinned &operator=(const Pinned &) = delete;
};
int Pinned::made;

template <class Map> void show(const char *name, const Map &map) {
    std::printf("%s:", name);
    for (const auto &[key, value] : map)
        std::printf(" %s=%d", key.c_str(), value);
    std::printf("\n");
}

int main() {
    std::map<int, Pinned> pinned;
    for (int i = 0; i < 8; i++)
        pinned.try_emplace(i * i, i);
    const Pinned *where = &pinned.at(16);
    auto node = pinned.extract(16);
    node.key() = -1;
    auto result = pinned.insert(std::move(node));
    std::printf("%d %d %d %d\n", result.inserted, &result.position->second == where, pinned.begin()->first, Pinned::made);
    auto none = pinned.extract(1234);
    std::printf("%d %d\n", none.empty(), (bool)none);
    auto again = pinned.extract(pinned.find(9));
    again.key() = 25;
    auto refused = pinned.insert(std::move(again));
    std::printf("%d %d %d\n", refused.inserted, refused.node.empty(), refused.node.mapped().n);

    std::map<std::string, int> stock{{"apple", 1}, {"pear", 2}, {"plum", 3}};
    std::map<std::string, int, std::greater<>> delivery{{"plum", 30}, {"cherry", 40}, {"apple", 10}};
    stock.merge(delivery);
    show("stock", stock);
    show("left", delivery);
    auto hinted = stock.emplace_hint(stock.end(), "quince", 5);
    stock.insert_or_assign(hinted, "quince", 6);
    auto [place, is_new] = stock.insert_or_assign("pear", 20);
    std::printf("%s %d %d\n", hinted->first.c_str(), is_new, place->second);
    show("stock", stock);

    std::multiset<int> many{1, 1, 2, 3, 3, 3};
    std::set<int> once{3, 5};
    once.merge(many);
    std::printf("%zu %zu\n", once.size(), many.size());
    many.merge(once);
    for (int n : many)
        std::printf("%d ", n);
    std::unordered_map<int, std::string> names{{1, "one"}, {2, "two"}};
    auto two = names.extract(2);
    two.key() = 22;
    two.mapped() += "-two";
    names.insert(std::move(two));
    std::printf("\n%s %zu\n", names[22].c_str(), names.size());
    std::unordered_set<int> left{1, 2, 3}, right{3, 4};
    left.merge(right);
    std::printf("%zu %zu %zu\n", left.size(), right.size(), right.count(3));
}
