// pmr: containers within containers on one resource, pools, upstream resources of one's own that count, buffers that overflow.
#include <cstdint>
#include <cstdio>
#include <list>
#include <map>
#include <memory_resource>
#include <new>
#include <string>
#include <unordered_map>
#include <vector>

class Counting : public std::pmr::memory_resource {
    std::pmr::memory_resource *above = std::pmr::new_delete_resource();
    void *do_allocate(size_t size, size_t alignment) override {
        taken += size;
        times++;
        if (most && taken > most) {
            taken -= size;
            throw std::bad_alloc();
        }
        return above->allocate(size, alignment);
    }
    void do_deallocate(void *place, size_t size, size_t alignment) override {
        taken -= size;
        above->deallocate(place, size, alignment);
    }
    bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
public:
    size_t taken = 0, times = 0, most = 0;
};

struct Named {
    using allocator_type = std::pmr::polymorphic_allocator<char>;
    std::pmr::string name;
    int n;
    Named(const char *name, int n, allocator_type allocator = {}) : name(name, allocator), n(n) {}
    Named(const Named &other, allocator_type allocator = {}) : name(other.name, allocator), n(other.n) {}
};

int main() {
    Counting counting;
    {
        std::pmr::vector<std::pmr::string> words(&counting);
        words.reserve(4);
        words.emplace_back("short");
        words.emplace_back("a word that does not fit into the object itself");
        words.push_back(words[1]);
        std::printf("%zu %zu %d\n", counting.times, counting.taken, words[1].get_allocator().resource() == &counting);
        std::pmr::vector<std::pmr::string> copy = words, same(words, &counting);
        std::printf("%zu %d %d\n", counting.times, copy == words, copy.get_allocator() == words.get_allocator());
        copy = std::move(same);
        std::printf("%zu %s\n", same.size(), copy[0].c_str());
        std::pmr::list<Named> named(&counting);
        named.emplace_back("another word that does not fit into it", 1);
        named.push_back(named.front());
        std::printf("%zu %d\n", counting.times, named.back().name.get_allocator().resource() == &counting);
    }
    std::printf("%zu\n", counting.taken);
    alignas(16) char buffer[512];
    {
        std::pmr::monotonic_buffer_resource arena(buffer, sizeof buffer, &counting);
        std::pmr::map<int, std::pmr::string> map(&arena);
        size_t before = counting.times;
        for (int i = 0; i < 4; i++)
            map.emplace(i, "text");
        std::printf("%zu ", counting.times - before);
        for (int i = 0; i < 40; i++)
            map.emplace(i, "more text, of which each needs some of the memory");
        std::printf("%zu %d\n", map.size(), counting.times > before);
        auto *first = reinterpret_cast<char *>(&*map.begin());
        std::printf("%d\n", first >= buffer && first < buffer + sizeof buffer);
    }
    std::printf("%zu\n", counting.taken);
    {
        std::pmr::monotonic_buffer_resource arena(1000);
        std::pmr::unsynchronized_pool_resource pool({7, 250}, &arena);
        std::pmr::unordered_map<int, std::pmr::string> table(&pool);
        for (int i = 0; i < 60; i++)
            table[i].assign((size_t)i, 'x');
        for (int round = 0; round < 50; round++)
            table.erase(round);
        void *large = pool.allocate(1000, 64);
        auto options = pool.options();
        std::printf("%zu %d %zu %zu\n", table.size(), (int)((uintptr_t)large % 64), options.largest_required_pool_block, options.max_blocks_per_chunk);
        pool.deallocate(large, 1000, 64);
    }
    std::pmr::synchronized_pool_resource pool;
    std::pmr::vector<int> pooled({1, 2, 3}, &pool);
    std::printf("%d %zu\n", pooled[2], pool.options().max_blocks_per_chunk);
    counting.most = 200;
    std::pmr::vector<int> bounded(&counting);
    try {
        for (int i = 0;; i++)
            bounded.push_back(i);
    } catch (const std::bad_alloc &) {
        std::printf("%zu %zu\n", bounded.size(), bounded.capacity());
    }
    auto *before = std::pmr::set_default_resource(std::pmr::null_memory_resource());
    try {
        std::pmr::string text(100, 'x');
    } catch (const std::bad_alloc &error) {
        std::printf("%s %d\n", error.what(), before == std::pmr::new_delete_resource());
    }
}
