// algorithm and numeric: sorting, searching, heaps, permutations, partitions.
#include <algorithm>
#include <cstdio>
#include <deque>
#include <forward_list>
#include <iterator>
#include <list>
#include <numeric>
#include <queue>
#include <stack>
#include <string>
#include <vector>
template <class C> void show(const C &c) { for (auto &item : c) std::printf("%d ", item); std::printf("\n"); }
int main() {
    std::vector<int> v(30);
    unsigned seed = 7;
    std::generate(v.begin(), v.end(), [&] { seed = seed * 1664525 + 1013904223; return int(seed >> 24); });
    auto w = v;
    std::sort(w.begin(), w.end());
    show(w);
    std::stable_sort(v.begin(), v.end(), [](int a, int b) { return a % 10 < b % 10; });
    show(v);
    std::nth_element(v.begin(), v.begin() + 5, v.end());
    std::printf("%d %d\n", v[5], std::binary_search(w.begin(), w.end(), w[7]));
    std::partial_sort(v.begin(), v.begin() + 3, v.end());
    std::printf("%d %d %d\n", v[0], v[1], v[2]);
    std::string letters = "abc";
    int count = 0;
    do count++; while (std::next_permutation(letters.begin(), letters.end()));
    std::printf("%d\n", count);
    std::priority_queue<int> heap(w.begin(), w.begin() + 10);
    std::printf("%d ", heap.top());
    heap.pop();
    std::printf("%d\n", heap.top());
    std::list<int> list{5, 1, 4, 2}, other{3, 9};
    list.sort();
    other.sort();
    list.merge(other);
    list.reverse();
    list.splice(list.begin(), other, other.begin(), other.end());
    list.remove_if([](int n) { return n == 4; });
    show(list);
    std::deque<int> deque;
    for (int i = 0; i < 300; i++) i % 3 ? deque.push_back(i) : deque.push_front(i);
    std::printf("%d %d %zu\n", deque.front(), deque[200], deque.size());
    std::forward_list<int> forward{3, 1, 2};
    forward.sort();
    show(forward);
    std::stack<int> stack;
    stack.push(1);
    std::queue<int> queue;
    queue.push(2);
    std::printf("%d %d\n", stack.top(), queue.front());
    std::vector<int> out;
    std::set_intersection(w.begin(), w.begin() + 20, w.begin() + 10, w.end(), std::back_inserter(out));
    std::rotate(out.begin(), out.begin() + 2, out.end());
    std::transform(out.begin(), out.end(), out.begin(), [](int n) { return n * 2; });
    show(out);
    std::printf("%d %d\n", std::inner_product(w.begin(), w.end(), v.begin(), 0), std::gcd(84, 36));
    list.swap(other);
    list.push_back(1);
    list.swap(other);
    show(list);
    show(other);
}
