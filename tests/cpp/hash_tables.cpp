// unordered_map and unordered_set: elements come in the order of libstdc++, after growth too.
#include <cstdio>
#include <string>
#include <unordered_map>
#include <unordered_set>
int main() {
    std::unordered_map<int, int> squares;
    for (int i = 0; i < 100; i++) {
        squares[i * 37] = i * i;
        if (i % 20 == 0)
            std::printf("%zu ", squares.bucket_count());
    }
    int count = 0;
    for (auto &[key, value] : squares)
        if (count++ < 20)
            std::printf("%d:%d ", key, value);
    std::printf("\n");
    std::unordered_map<std::string, int> words;
    for (const char *word : {"alpha", "beta", "gamma", "delta", "a longer word than fits", "", "beta"})
        words[word]++;
    for (auto &word : words)
        std::printf("%s=%d ", word.first.c_str(), word.second);
    std::unordered_set<long> set;
    set.reserve(50);
    for (long i = 0; i < 40; i++)
        set.insert(i * i % 17);
    std::printf("\n%zu %zu\n", set.size(), set.bucket_count());
    for (long n : set)
        std::printf("%ld ", n);
    set.erase(4);
    set.rehash(3);
    std::printf("\n%zu %zu %zu\n", set.count(4), set.bucket_count(), std::hash<std::string>()("hello"));
}
