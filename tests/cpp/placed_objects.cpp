// Placement new and destruction by hand: a vector of one's own in raw memory, unions with members that are not trivial, pools.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <new>
#include <string>
#include <utility>

template <class T> class Vector {
    T *items = nullptr;
    size_t count = 0, room = 0;
    void grow() {
        size_t more = room ? 2 * room : 1;
        T *place = static_cast<T *>(::operator new(more * sizeof(T), std::align_val_t(alignof(T))));
        size_t done = 0;
        try {
            for (; done < count; done++)
                new (place + done) T(std::move_if_noexcept(items[done]));
        } catch (...) {
            std::destroy_n(place, done);
            ::operator delete(place, std::align_val_t(alignof(T)));
            throw;
        }
        release();
        items = place;
        room = more;
    }
    void release() {
        std::destroy_n(items, count);
        ::operator delete(items, std::align_val_t(alignof(T)));
    }
public:
    ~Vector() { release(); }
    template <class... A> T &add(A &&...arguments) {
        if (count == room)
            grow();
        return *new (items + count++) T(std::forward<A>(arguments)...);
    }
    void drop() { items[--count].~T(); }
    size_t size() const { return count; }
    T &operator[](size_t i) { return items[i]; }
};

struct Fragile {
    static int live, copies_left;
    std::string text;
    Fragile(const char *text) : text(text) { live++; }
    Fragile(const Fragile &other) : text(other.text) {
        if (copies_left-- == 0)
            throw "no more copies";
        live++;
    }
    ~Fragile() { live--; }
};
int Fragile::live, Fragile::copies_left = 1000;

class Value {
    enum { none, number, text } kind = none;
    union {
        long as_number;
        std::string as_text;
    };
    void clear() {
        if (kind == text)
            as_text.~basic_string();
        kind = none;
    }
public:
    Value() {}
    Value(const Value &other) { *this = other; }
    ~Value() { clear(); }
    Value &operator=(long value) { clear(); as_number = value; kind = number; return *this; }
    Value &operator=(const char *value) { clear(); new (&as_text) std::string(value); kind = text; return *this; }
    Value &operator=(const Value &other) {
        if (this == &other)
            return *this;
        if (other.kind == text)
            return *this = other.as_text.c_str();
        clear();
        if ((kind = other.kind) == number)
            as_number = other.as_number;
        return *this;
    }
    std::string shown() const { return kind == none ? "nothing" : kind == number ? std::to_string(as_number) : as_text; }
};

template <class T, size_t Count> class Pool {
    union Slot { Slot *next; alignas(T) std::byte place[sizeof(T)]; };
    Slot slots[Count], *free;
public:
    Pool() : free(slots) {
        for (size_t i = 0; i < Count; i++)
            slots[i].next = i + 1 < Count ? slots + i + 1 : nullptr;
    }
    void *take() { return free ? std::exchange(free, free->next) : nullptr; }
    void give(T *object) {
        object->~T();
        auto *slot = reinterpret_cast<Slot *>(object);
        slot->next = std::exchange(free, slot);
    }
    ptrdiff_t index(T *object) const { return reinterpret_cast<Slot *>(object) - slots; }
};

int main() {
    {
        Vector<Fragile> all;
        for (const char *text : {"one", "two", "a third one of more characters", "four"})
            all.add(text);
        Fragile::copies_left = 2;
        try {
            all.add("five");
        } catch (const char *error) {
            std::printf("%s: %zu %d %s\n", error, all.size(), Fragile::live, all[2].text.c_str());
        }
        all.drop();
    }
    std::printf("%d\n", Fragile::live);
    Value value, other;
    std::printf("%s ", value.shown().c_str());
    value = "a text that is longer than sixteen";
    other = value;
    value = 5L;
    Value third = other;
    third = third;
    std::printf("%s %s\n", value.shown().c_str(), third.shown().c_str());
    Pool<std::string, 3> pool;
    auto *first = new (pool.take()) std::string("first"), *second = new (pool.take()) std::string(40, 's');
    pool.give(first);
    auto *again = new (pool.take()) std::string("again");
    pool.take();
    std::printf("%td %td %s %d\n", pool.index(second), pool.index(again), again->c_str(), pool.take() == nullptr);
    pool.give(second);
    pool.give(again);
    alignas(32) std::byte room[100];
    void *at = room + 1;
    size_t left = sizeof room - 1;
    void *aligned = std::align(16, 8, at, left);
    std::printf("%td %zu %d\n", (std::byte *)aligned - room, left, std::align(16, 200, at, left) == nullptr);
    auto *numbers = new (aligned) int[3]{1, 2, 3};
    std::printf("%d\n", std::launder(numbers)[2]);
    std::string raw[1] = {};
    std::destroy_at(raw);
    std::uninitialized_fill_n(raw, 1, std::string("filled"));
    std::printf("%s\n", raw->c_str());
}
