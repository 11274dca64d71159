// vector: growth, insertion, removal, at(), of classes that copy and move.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>
struct Counted {
    static int copies, moves, alive;
    int n;
    Counted(int n) : n(n) { alive++; }
    Counted(const Counted &other) : n(other.n) { copies++, alive++; }
    Counted(Counted &&other) noexcept : n(other.n) { moves++, alive++; }
    Counted &operator=(const Counted &) = default;
    ~Counted() { alive--; }
};
int Counted::copies, Counted::moves, Counted::alive;
int main() {
    std::vector<int> numbers{3, 1, 2};
    for (int i = 0; i < 20; i++)
        numbers.push_back(i * 7 % 11);
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    numbers.insert(numbers.begin() + 2, {100, 200});
    for (int n : numbers)
        std::printf("%d ", n);
    std::printf("\n%zu %d\n", numbers.size(), std::accumulate(numbers.begin(), numbers.end(), 0));
    try {
        numbers.at(numbers.size()) = 1;
    } catch (std::out_of_range &error) {
        std::printf("%s\n", error.what());
    }
    {
        std::vector<Counted> counted;
        for (int i = 0; i < 10; i++)
            counted.emplace_back(i);
        counted.erase(counted.begin() + 3);
        std::vector<Counted> copy = counted;
        std::printf("%d %d %d\n", Counted::copies, Counted::moves, Counted::alive);
    }
    std::printf("%d\n", Counted::alive);
    std::vector<bool> bits(70);
    bits[65] = bits[3] = true;
    std::printf("%ld\n", (long)std::count(bits.begin(), bits.end(), true));
    std::vector<std::vector<std::string>> table(2, {"a", "bc"});
    table[1].push_back(std::string(30, 'x'));
    std::printf("%zu %s\n", table[1].size(), table[1].back().c_str());
    try {
        std::vector<int> huge(numbers.max_size() + 1);
    } catch (std::length_error &error) {
        std::printf("%s\n", error.what());
    }
}
