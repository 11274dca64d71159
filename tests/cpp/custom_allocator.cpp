// Containers with an allocator of one's own; memory resources of a fixed buffer.
#include <cstdio>
#include <list>
#include <map>
#include <memory>
#include <vector>
static int allocated, freed;
template <class T> struct Counting {
    using value_type = T;
    Counting() = default;
    template <class U> Counting(const Counting<U> &) {}
    T *allocate(size_t n) { allocated += n; return std::allocator<T>().allocate(n); }
    void deallocate(T *p, size_t n) { freed += n; std::allocator<T>().deallocate(p, n); }
    template <class U> bool operator==(const Counting<U> &) const { return true; }
    template <class U> bool operator!=(const Counting<U> &) const { return false; }
};
int main() {
    {
        std::vector<int, Counting<int>> v;
        for (int i = 0; i < 100; i++) v.push_back(i);
        std::list<char, Counting<char>> list(10, 'x');
        std::map<int, int, std::less<int>, Counting<std::pair<const int, int>>> map{{1, 2}, {3, 4}};
        auto shared = std::allocate_shared<double>(Counting<double>(), 2.5);
        std::printf("%d %g\n", allocated, *shared);
    }
    std::printf("%d\n", allocated == freed);
}
