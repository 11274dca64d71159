// multiset, multimap, comparison objects, transparent lookup, hints, merge of containers.
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
struct ByLength { using is_transparent = void; bool operator()(std::string_view a, std::string_view b) const { return a.size() < b.size(); } };
struct Point { int x, y; bool operator==(const Point &o) const { return x == o.x && y == o.y; } };
struct Hash { size_t operator()(const Point &p) const { return p.x * 31 + p.y; } };
int main() {
    std::multiset<std::string, ByLength> words{"aa", "b", "cc", "dddd"};
    std::printf("%zu %s\n", words.count(std::string_view("xx")), words.lower_bound("zzz")->c_str());
    std::multimap<int, char> many;
    for (int i = 0; i < 12; i++) many.emplace_hint(many.end(), i / 4, 'a' + i);
    many.erase(1);
    for (auto &[k, v] : many) std::printf("%d%c ", k, v);
    std::set<int> a{1, 2, 3}, b{3, 4};
    a.merge(b);
    std::printf("\n%zu %zu\n", a.size(), b.size());
    std::unordered_set<Point, Hash> points{{1, 2}, {3, 4}, {1, 2}};
    std::printf("%zu %zu\n", points.size(), points.count({3, 4}));
    std::unordered_multimap<std::string, int> ages{{"x", 1}, {"x", 2}, {"y", 3}};
    int sum = 0;
    for (auto range = ages.equal_range("x"); range.first != range.second; ++range.first) sum += range.first->second;
    std::map<std::string, int> counts;
    auto [it, added] = counts.try_emplace("k", 5);
    counts.insert_or_assign("k", 6);
    std::printf("%d %d %d\n", sum, added, it->second);
}
