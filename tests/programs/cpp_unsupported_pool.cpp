// Pools ask a resource for other amounts than natively: one that tells is named with its place.
// unsupported: a pool of memory that takes it from another resource than new and delete 15
#include <cstddef>
#include <memory_resource>
#include <wayfarer.h>
struct Counting : std::pmr::memory_resource {
    size_t taken = 0;
    void *do_allocate(size_t size, size_t) override { taken += size; return ::operator new(size); }
    void do_deallocate(void *object, size_t, size_t) override { ::operator delete(object); }
    bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};
int main() {
    wf_int("x");
    Counting counting;
    std::pmr::unsynchronized_pool_resource pool(&counting);
    pool.deallocate(pool.allocate(8), 8);
}
