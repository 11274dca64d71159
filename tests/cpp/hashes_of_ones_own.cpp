// Hash tables with hashes and equalities of one's own, collisions, load factors, local iterators, multi containers.
#include <cctype>
#include <cstdio>
#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

struct Point {
    int x, y;
    bool operator==(const Point &other) const { return x == other.x && y == other.y; }
};
namespace std {
template <> struct hash<Point> {
    size_t operator()(const Point &point) const noexcept { return (size_t)point.x * 31 + (size_t)point.y; }
};
} // namespace std

struct IgnoreCase {
    size_t operator()(const std::string &text) const {
        size_t sum = 5381;
        for (unsigned char c : text)
            sum = sum * 33 + (size_t)std::tolower(c);
        return sum;
    }
    bool operator()(const std::string &a, const std::string &b) const {
        if (a.size() != b.size())
            return false;
        for (size_t i = 0; i < a.size(); i++)
            if (std::tolower((unsigned char)a[i]) != std::tolower((unsigned char)b[i]))
                return false;
        return true;
    }
};
struct Constant {
    size_t operator()(int) const { return 7; }
};
struct Stateful {
    size_t factor;
    size_t operator()(int n) const { return factor * (size_t)n; }
};

int main() {
    std::unordered_map<Point, std::string> places{{{0, 0}, "origin"}, {{1, 2}, "here"}, {{2, 1}, "there"}};
    places[{0, 31}] = "collides with one, zero";
    std::printf("%zu %s %zu\n", places.size(), places.at({1, 2}).c_str(), places.count({9, 9}));
    std::unordered_set<std::string, IgnoreCase, IgnoreCase> words;
    for (const char *word : {"Hello", "WORLD", "hello", "World", "again"})
        std::printf("%d", words.insert(word).second);
    std::printf(" %s\n", words.find("heLLO")->c_str());
    std::unordered_set<int, Constant> slow;
    for (int i = 0; i < 20; i++)
        slow.insert(i * i);
    std::printf("%zu %zu %zu\n", slow.bucket_size(slow.bucket(4)), slow.size(), slow.erase(81));
    std::unordered_map<int, int, Stateful> scaled(10, Stateful{3});
    for (int i = 0; i < 12; i++)
        scaled.emplace(i, i);
    std::printf("%zu %zu %zu\n", scaled.bucket_count(), scaled.bucket(5), scaled.hash_function()(4));
    for (size_t bucket = 0; bucket < scaled.bucket_count(); bucket++)
        for (auto it = scaled.begin(bucket); it != scaled.end(bucket); ++it)
            std::printf("%zu:%d ", bucket, it->first);
    scaled.max_load_factor(0.25f);
    scaled.rehash(0);
    std::printf("\n%zu %.3f\n", scaled.bucket_count(), scaled.load_factor());
    std::unordered_multimap<std::string, int> marks;
    for (int i = 0; i < 9; i++)
        marks.emplace(i % 3 ? "odd" : "even", i);
    int sum = 0;
    auto [from, to] = marks.equal_range("odd");
    for (auto it = from; it != to; ++it)
        sum += it->second;
    std::printf("%d %zu %zu\n", sum, marks.count("even"), marks.erase("odd"));
    std::unordered_set<Point> a{{1, 1}, {2, 2}}, b{{2, 2}, {1, 1}};
    std::printf("%d ", a == b);
    b.insert({3, 3});
    std::printf("%d\n", a == b);
    std::printf("%zu %d\n", std::hash<double>()(0.0), std::hash<double>()(-0.0) == std::hash<double>()(0.0));
}
