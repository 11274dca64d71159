// deque: growth at both ends, insertion and removal in the middle, references that stay, a sliding window.
#include <algorithm>
#include <cstdio>
#include <deque>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

struct Counted {
    static int live;
    int n;
    Counted(int n) : n(n) { live++; }
    Counted(const Counted &other) : n(other.n) { live++; }
    Counted &operator=(const Counted &) = default;
    ~Counted() { live--; }
};
int Counted::live;

static std::vector<int> maxima(const std::vector<int> &values, size_t width) {
    std::deque<size_t> candidates;
    std::vector<int> result;
    for (size_t i = 0; i < values.size(); i++) {
        while (!candidates.empty() && values[candidates.back()] <= values[i])
            candidates.pop_back();
        candidates.push_back(i);
        if (candidates.front() + width <= i)
            candidates.pop_front();
        if (i + 1 >= width)
            result.push_back(values[candidates.front()]);
    }
    return result;
}

int main() {
    std::deque<int> numbers;
    for (int i = 0; i < 300; i++)
        i % 3 ? numbers.push_back(i) : numbers.push_front(-i);
    int &stays = numbers[150];
    int before = stays;
    for (int i = 0; i < 200; i++)
        numbers.push_front(i);
    std::printf("%zu %d %d %d %d\n", numbers.size(), numbers.front(), numbers.back(), numbers[250], stays == before);
    std::printf("%d\n", std::accumulate(numbers.begin(), numbers.end(), 0));
    numbers.erase(numbers.begin() + 10, numbers.begin() + 390);
    numbers.insert(numbers.begin() + 5, 4, 1000);
    numbers.insert(numbers.end() - 2, {7, 8, 9});
    std::sort(numbers.begin(), numbers.end());
    std::printf("%zu %d %d\n", numbers.size(), numbers[3], *(numbers.rbegin() + 3));
    std::printf("%td\n", std::lower_bound(numbers.begin(), numbers.end(), 150) - numbers.begin());
    {
        std::deque<Counted> all(40, Counted(3));
        all.emplace_front(1);
        all.erase(all.begin() + 20);
        std::deque<Counted> copy = all, moved = std::move(all);
        std::printf("%d %zu %zu %d\n", Counted::live, copy.size(), moved.size(), moved.front().n);
        copy.resize(3, 0);
        copy.shrink_to_fit();
        copy.swap(moved);
        std::printf("%zu %zu %d\n", copy.size(), moved.size(), Counted::live);
    }
    std::printf("%d\n", Counted::live);
    std::deque<std::string> texts{"b", "c"};
    texts.push_front("a longer text than fits into the object");
    texts.insert(texts.begin() + 1, "inserted");
    std::rotate(texts.begin(), texts.begin() + 1, texts.end());
    for (const std::string &text : texts)
        std::printf("%s ", text.c_str());
    try {
        texts.at(4);
    } catch (const std::out_of_range &error) {
        std::printf("\n%s\n", error.what());
    }
    for (int n : maxima({1, 3, -1, -3, 5, 3, 6, 7, 2}, 3))
        std::printf("%d ", n);
    std::printf("%d\n", std::deque<int>{1, 2} < std::deque<int>{1, 2, 0});
}
