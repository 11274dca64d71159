// Casts of all kinds, unions, bit fields, alignment, unsigned arithmetic, initialisation.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
struct Flags { unsigned a : 3; unsigned b : 5; int c : 4; bool d : 1; };
union Value { float f; uint32_t u; unsigned char bytes[4]; };
struct Base { int x = 1; };
struct Derived : Base { int y{2}; int z = y + x; };
struct Aggregate { int a; struct { int b, c; } inner; int d[2]; };
template <class To, class From> To bit_copy(const From &from) { To to; static_assert(sizeof to == sizeof from); std::memcpy(&to, &from, sizeof to); return to; }
int main() {
    Flags flags{5, 17, -3, true};
    flags.a += 4;
    std::printf("%u %u %d %d %zu\n", flags.a, flags.b, flags.c, flags.d, sizeof flags);
    Value value{1.5f};
    std::printf("%08x %02x\n", value.u, value.bytes[3]);
    Derived derived;
    Base &base = derived;
    std::printf("%d %d\n", static_cast<Derived &>(base).y, derived.z);
    const int fixed = 3;
    const int *pointer = &fixed;
    std::printf("%d\n", *const_cast<int *>(pointer));
    std::printf("%llx %d\n", (unsigned long long)bit_copy<uint64_t>(-0.5), static_cast<int>(3.99));
    Aggregate aggregate{1, {2, 3}, {4}};
    std::printf("%d %d %d %d\n", aggregate.a, aggregate.inner.c, aggregate.d[0], aggregate.d[1]);
    uint8_t small = 250;
    small += 10;
    std::printf("%d %u %d\n", small, std::numeric_limits<unsigned>::max() + 2, (int8_t)200);
    struct alignas(32) Wide { char c; };
    std::printf("%zu %zu\n", alignof(Wide), sizeof(Wide));
    int array[3][4] = {{1}, {2, 3}};
    int (&row)[4] = array[1];
    std::printf("%d %zu\n", row[1], sizeof array / sizeof *array);
    auto address = reinterpret_cast<uintptr_t>(&array[0][1]) - reinterpret_cast<uintptr_t>(array);
    std::printf("%d %d\n", (int)address, 07 + 0b101 + 1'000);
}
