// Adaptors of iterators: reverse, insert, move; ranges of one's own; erase while iterating.
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <list>
#include <map>
#include <set>
#include <string>
#include <vector>
class Range {
    int from, to;
public:
    struct It { int n; int operator*() const { return n; } It &operator++() { ++n; return *this; } bool operator!=(It other) const { return n != other.n; } };
    Range(int from, int to) : from(from), to(to) {}
    It begin() const { return {from}; }
    It end() const { return {to}; }
};
int main() {
    int sum = 0;
    for (int n : Range(1, 11)) sum += n;
    std::printf("%d\n", sum);
    std::vector<std::string> words{"one", "two", "three"}, moved;
    std::move(words.begin(), words.end(), std::back_inserter(moved));
    std::printf("%s %zu\n", moved[2].c_str(), words[2].size());
    std::list<int> list;
    std::copy_n(std::vector<int>{1, 2, 3}.begin(), 3, std::front_inserter(list));
    std::set<int> set{2};
    std::copy(list.begin(), list.end(), std::inserter(set, set.end()));
    std::printf("%d %zu %d\n", list.front(), set.size(), *std::prev(set.end()));
    std::map<int, char> map;
    for (int i = 0; i < 10; i++) map.emplace(i, 'a' + i);
    for (auto it = map.begin(); it != map.end();) it = it->first % 3 ? std::next(it) : map.erase(it);
    for (auto it = map.crbegin(); it != map.crend(); ++it) std::printf("%c", it->second);
    int array[] = {5, 3, 4};
    std::sort(std::rbegin(array), std::rend(array));
    std::printf(" %d%d%d %td\n", array[0], array[1], array[2], std::end(array) - std::find(std::begin(array), std::end(array), 4));
    auto node = map.extract(4);
    node.key() = 100;
    map.insert(std::move(node));
    std::printf("%d %c\n", map.rbegin()->first, map.rbegin()->second);
}
