// A program that replaces the global operators new and delete.
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>
static size_t live, total;
void *operator new(size_t size) {
    auto *place = static_cast<size_t *>(std::malloc(size + 16));
    if (!place) throw std::bad_alloc();
    *place = size;
    live += size;
    total++;
    return reinterpret_cast<char *>(place) + 16;
}
void operator delete(void *object) noexcept {
    if (!object) return;
    auto *place = reinterpret_cast<size_t *>(static_cast<char *>(object) - 16);
    live -= *place;
    std::free(place);
}
void operator delete(void *object, size_t) noexcept { operator delete(object); }
int main() {
    size_t before = live;
    {
        std::vector<int> v(100);
        std::string s(50, 'x');
        int *array = new int[5];
        std::printf("%zu %zu\n", live - before, total);
        delete[] array;
    }
    std::printf("%d\n", live == before);
}
