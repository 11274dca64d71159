// list and unordered_map together: iterators that stay valid, splice.
#include <iostream>
#include <list>
#include <string>
#include <unordered_map>
template <class K, class V> class Cache {
    size_t most;
    std::list<std::pair<K, V>> items;
    std::unordered_map<K, typename std::list<std::pair<K, V>>::iterator> where;
public:
    explicit Cache(size_t most) : most(most) {}
    V *get(const K &key) {
        auto found = where.find(key);
        if (found == where.end()) return nullptr;
        items.splice(items.begin(), items, found->second);
        return &found->second->second;
    }
    void put(const K &key, V value) {
        if (V *known = get(key)) { *known = std::move(value); return; }
        if (items.size() == most) { where.erase(items.back().first); items.pop_back(); }
        items.emplace_front(key, std::move(value));
        where[key] = items.begin();
    }
    void show() const { for (auto &[k, v] : items) std::cout << k << '=' << v << ' '; std::cout << '\n'; }
};
int main() {
    Cache<std::string, int> cache(3);
    for (const char *key : {"a", "b", "c"}) cache.put(key, key[0]);
    cache.get("a");
    cache.put("d", 4);
    cache.show();
    std::cout << (cache.get("b") == nullptr) << *cache.get("c") << '\n';
    cache.put("a", 1);
    cache.show();
}
