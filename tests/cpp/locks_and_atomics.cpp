// atomic, mutex and lock_guard in one thread; memory order; static initialisation.
#include <atomic>
#include <cstdio>
#include <mutex>
#include <shared_mutex>
struct Counter {
    std::atomic<int> n{0};
    mutable std::mutex mutex;
    int add(int m) { std::lock_guard<std::mutex> lock(mutex); return n += m; }
};
std::atomic_flag flag = ATOMIC_FLAG_INIT;
int main() {
    Counter counter;
    counter.add(2);
    int expected = 2;
    bool changed = counter.n.compare_exchange_strong(expected, 10);
    std::printf("%d %d %d\n", changed, counter.n.load(std::memory_order_acquire), counter.n.fetch_sub(3));
    std::printf("%d %d\n", flag.test_and_set(), flag.test_and_set());
    std::unique_lock<std::mutex> lock(counter.mutex, std::try_to_lock);
    std::printf("%d\n", lock.owns_lock());
    lock.unlock();
    std::atomic<double> d(1.5);
    d.store(2.5);
    std::atomic<long> bits(6);
    bits.fetch_xor(3);
    std::printf("%g %ld\n", d.load(), (long)bits);
}
