// Iterators and references of containers after what invalidates them: erase, growth, the end of the container.
// exhaustive: true
// findings: use-after-free 19, use-after-free 24, use-after-free 29, out-of-bounds 36
// verdicts: confirmed
// tests: confirmed
#include <list>
#include <map>
#include <vector>
#include <wayfarer.h>
int main() {
    int x = wf_int("x");
    std::list<int> list{1, 2, 3};
    std::map<int, int> map{{1, 10}, {2, 20}, {3, 30}};
    std::vector<int> vector{1, 2, 3};
    switch (x) {
    case 0: {
        auto at = list.begin();
        list.erase(at);
        return *at;
    }
    case 1:
        for (auto at = map.begin(); at != map.end(); ++at)
            if (at->first == 2) map.erase(at),
                at->second++;
        return 0;
    case 2: {
        int &first = vector.front();
        vector.push_back(4);
        return first;
    }
    case 3:
        list.remove_if([&](int n) { return n == x; });
        map.erase(map.find(3));
        return list.size() == 2 && map.size() == 2;
    default:
        return x > 3 && x < 10 ? vector.data()[x - 1] : 0;
    }
}
