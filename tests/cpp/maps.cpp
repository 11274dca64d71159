// map, set, multimap: many insertions and removals in several orders.
#include <cstdio>
#include <map>
#include <set>
#include <string>
int main() {
    std::map<int, int> map;
    unsigned seed = 1;
    for (int i = 0; i < 300; i++) {
        seed = seed * 1103515245 + 12345;
        int key = seed >> 16 & 127;
        if (seed & 0x8000)
            map[key] += i;
        else
            map.erase(key);
    }
    long sum = 0;
    int last = -1, sorted = 1;
    for (auto &[key, value] : map) {
        sum = sum * 31 + key * 7 + value;
        sorted &= key > last;
        last = key;
    }
    std::printf("%zu %ld %d\n", map.size(), sum, sorted);
    for (auto it = map.rbegin(); it != map.rend() && it->first > 100; ++it)
        std::printf("%d ", it->first);
    std::printf("\n%d %d\n", map.lower_bound(50)->first, map.upper_bound(50)->first);
    std::map<std::string, int> words;
    for (const char *word : {"a", "rose", "is", "a", "rose", "is", "a", "rose"})
        words[word]++;
    for (auto &word : words)
        std::printf("%s=%d ", word.first.c_str(), word.second);
    std::set<char> letters{'z', 'b', 'q', 'b'};
    std::printf("\n%zu %c %zu\n", letters.size(), *letters.begin(), letters.count('q'));
    std::multimap<int, const char *> many{{1, "x"}, {2, "y"}, {1, "z"}};
    for (auto range = many.equal_range(1); range.first != range.second; ++range.first)
        std::printf("%s ", range.first->second);
    while (!map.empty())
        map.erase(map.begin());
    try {
        map.at(5);
    } catch (std::exception &error) {
        std::printf("%s\n", error.what());
    }
}
