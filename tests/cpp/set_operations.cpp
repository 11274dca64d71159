// Algorithms on sorted ranges, heaps, permutations, partitions, selections, searches; each against a plain loop.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <iterator>
#include <list>
#include <numeric>
#include <set>
#include <string>
#include <vector>

using Numbers = std::vector<int>;

static void show(const char *name, const Numbers &numbers) {
    std::printf("%s:", name);
    for (int n : numbers)
        std::printf(" %d", n);
    std::printf("\n");
}

static Numbers scattered(int count, unsigned seed) {
    Numbers numbers;
    for (int i = 0; i < count; i++) {
        seed = seed * 1103515245u + 12345u;
        numbers.push_back((int)(seed >> 16) % 50);
    }
    return numbers;
}

int main() {
    Numbers a = scattered(12, 1), b = scattered(12, 2), out;
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    show("a", a);
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
    show("union", out);
    out.clear();
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
    show("both", out);
    out.clear();
    std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
    show("either", out);
    std::printf("%d %d\n", std::includes(a.begin(), a.end(), a.begin() + 2, a.begin() + 5), std::includes(a.begin(), a.end(), b.begin(), b.end()));
    Numbers merged = a;
    merged.insert(merged.end(), b.begin(), b.end());
    std::inplace_merge(merged.begin(), merged.begin() + (long)a.size(), merged.end());
    std::printf("%d ", std::is_sorted(merged.begin(), merged.end()));
    auto [low, high] = std::equal_range(merged.begin(), merged.end(), merged[7]);
    std::printf("%td %d\n", high - low, std::binary_search(merged.begin(), merged.end(), 51));

    Numbers heap = scattered(15, 3);
    std::make_heap(heap.begin(), heap.end(), std::greater<>());
    heap.push_back(-4);
    std::push_heap(heap.begin(), heap.end(), std::greater<>());
    std::printf("%d %d ", heap.front(), std::is_heap(heap.begin(), heap.end(), std::greater<>()));
    std::pop_heap(heap.begin(), heap.end(), std::greater<>());
    heap.pop_back();
    heap[4] = -9;
    std::printf("%td\n", std::is_heap_until(heap.begin(), heap.end(), std::greater<>()) - heap.begin());
    std::make_heap(heap.begin(), heap.end());
    std::sort_heap(heap.begin(), heap.end());
    show("heap", heap);

    std::string letters = "aabc";
    int count = 0;
    do
        count++;
    while (std::next_permutation(letters.begin(), letters.end()));
    std::prev_permutation(letters.begin(), letters.end());
    std::printf("%d %s %d\n", count, letters.c_str(), std::is_permutation(letters.begin(), letters.end(), "caba"));
    Numbers mixed = scattered(14, 4);
    auto middle = std::stable_partition(mixed.begin(), mixed.end(), [](int n) { return n % 2 == 0; });
    std::printf("%td %d ", middle - mixed.begin(), std::is_partitioned(mixed.begin(), mixed.end(), [](int n) { return n % 2 == 0; }));
    show("partitioned", mixed);
    std::nth_element(mixed.begin(), mixed.begin() + 6, mixed.end());
    Numbers sorted = mixed;
    std::sort(sorted.begin(), sorted.end());
    std::printf("%d ", mixed[6] == sorted[6]);
    std::partial_sort(mixed.begin(), mixed.begin() + 3, mixed.end(), std::greater<>());
    std::printf("%d %d %d ", mixed[0], mixed[1], mixed[2]);
    Numbers top(4);
    std::partial_sort_copy(sorted.rbegin(), sorted.rend(), top.begin(), top.end());
    show("smallest", top);

    Numbers text{1, 2, 3, 1, 2, 3, 3, 1, 2}, pattern{1, 2}, runs{3, 3};
    std::printf("%td %td %td ", std::search(text.begin(), text.end(), runs.begin(), runs.end()) - text.begin(), std::find_end(text.begin(), text.end(), pattern.begin(), pattern.end()) - text.begin(), std::search_n(text.begin(), text.end(), 2, 3) - text.begin());
    std::printf("%td %td ", std::adjacent_find(text.begin(), text.end()) - text.begin(), std::find_first_of(text.begin(), text.end(), runs.begin(), runs.end()) - text.begin());
    auto [first, second] = std::mismatch(text.begin(), text.end(), text.begin() + 3);
    std::printf("%td %td\n", first - text.begin(), second - text.begin());
    std::replace_if(text.begin(), text.end(), [](int n) { return n == 3; }, 30);
    std::rotate(text.begin(), text.begin() + 2, text.end());
    text.erase(std::unique(text.begin(), text.end()), text.end());
    std::reverse(text.begin() + 1, text.end());
    show("changed", text);
    std::list<int> list(text.begin(), text.end());
    std::swap_ranges(list.begin(), std::next(list.begin(), 3), text.rbegin());
    std::move(text.begin() + 2, text.end(), text.begin());
    std::generate_n(std::inserter(text, text.begin() + 1), 2, [n = 100]() mutable { return n++; });
    show("list", Numbers(list.begin(), list.end()));
    show("text", text);
    std::printf("%d %d %d\n", std::clamp(15, 0, 9), std::minmax({4, 1, 7}).second, std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end()));
    std::string source = "the quick fox", words;
    std::search(source.begin(), source.end(), std::boyer_moore_searcher(letters.begin(), letters.end()));
    std::remove_copy(source.begin(), source.end(), std::back_inserter(words), ' ');
    std::printf("%s %td\n", words.c_str(), std::count(words.begin(), words.end(), 'u'));
}
