// Types that only move, and perfect forwarding: handles, containers of them, factories, overloads by category, moved-from states.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

class Handle {
    static int next;
    int number;
public:
    static int open;
    Handle() : number(++next) { open++; }
    Handle(Handle &&other) noexcept : number(std::exchange(other.number, 0)) {}
    Handle &operator=(Handle &&other) noexcept {
        if (this != &other) {
            close();
            number = std::exchange(other.number, 0);
        }
        return *this;
    }
    ~Handle() { close(); }
    int get() const { return number; }
    void close() {
        if (number)
            open--;
        number = 0;
    }
};
int Handle::next, Handle::open;
static_assert(!std::is_copy_constructible_v<Handle> && std::is_nothrow_move_constructible_v<Handle>);

static const char *category(int &) { return "lvalue"; }
static const char *category(const int &) { return "const lvalue"; }
static const char *category(int &&) { return "rvalue"; }
template <class T> static const char *forwarded(T &&value) { return category(std::forward<T>(value)); }
template <class T> static const char *dropped(T &&value) { return category(value); }

struct Record {
    std::string name;
    std::unique_ptr<int> value;
    const char *how;
    Record(const std::string &name, std::unique_ptr<int> value) : name(name), value(std::move(value)), how("copied") {}
    Record(std::string &&name, std::unique_ptr<int> value) : name(std::move(name)), value(std::move(value)), how("moved") {}
};
template <class T, class... Arguments> static std::unique_ptr<T> make(Arguments &&...arguments) {
    return std::unique_ptr<T>(new T(std::forward<Arguments>(arguments)...));
}

/* A function that only moves: what std::function cannot keep. */
class Task {
    struct Base { virtual ~Base() = default; virtual int run() = 0; };
    template <class F> struct Of : Base {
        F f;
        explicit Of(F &&f) : f(std::move(f)) {}
        int run() override { return f(); }
    };
    std::unique_ptr<Base> base;
public:
    template <class F> Task(F f) : base(std::make_unique<Of<F>>(std::move(f))) {}
    int operator()() { return base->run(); }
};

static Handle chosen(bool first) {
    Handle a, b;
    return first ? std::move(a) : std::move(b);
}

int main() {
    {
        std::vector<Handle> handles(3);
        handles.emplace_back();
        handles.insert(handles.begin() + 1, Handle());
        for (const Handle &handle : handles)
            std::printf("%d ", handle.get());
        handles.erase(handles.begin());
        std::rotate(handles.begin(), handles.begin() + 2, handles.end());
        std::sort(handles.begin(), handles.end(), [](auto &a, auto &b) { return a.get() > b.get(); });
        std::printf("%d %d %d\n", handles[0].get(), handles[3].get(), Handle::open);
        Handle moved = std::move(handles[0]);
        moved = std::move(handles[1]);
        handles[2] = std::move(handles[2]);
        std::printf("%d %d %d\n", moved.get(), handles[0].get(), Handle::open);
        std::map<std::string, Handle> named;
        named["x"] = chosen(true);
        named.emplace("y", chosen(false));
        std::printf("%d %d %d\n", named["x"].get(), named["y"].get(), Handle::open);
    }
    std::printf("%d\n", Handle::open);
    int n = 1;
    const int c = 2;
    std::printf("%s, %s, %s, %s, %s\n", forwarded(n), forwarded(c), forwarded(3), forwarded(std::move(n)), dropped(3));
    std::string name = "a name that is longer than short ones";
    auto kept = make<Record>(name, std::make_unique<int>(1)), gone = make<Record>(std::move(name), nullptr);
    std::printf("%s %s %zu %d\n", kept->how, gone->how, name.size(), gone->value == nullptr);
    std::vector<Task> tasks;
    tasks.emplace_back([value = std::make_unique<int>(40), calls = 0]() mutable { return *value + ++calls; });
    tasks.emplace_back([] { return 7; });
    std::swap(tasks[0], tasks[1]);
    tasks[1]();
    std::printf("%d %d\n", tasks[0](), tasks[1]());
    auto swapped = std::make_pair(std::make_unique<int>(1), Handle());
    auto other = std::move(swapped);
    auto [pointer, handle] = std::move(other);
    std::printf("%d %d %d\n", *pointer, handle.get() > 0, swapped.first == nullptr);
}
