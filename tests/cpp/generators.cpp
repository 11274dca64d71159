// flags: -std=c++20
// Coroutines of the language: generators, lazy tasks that await each other, exceptions through them, frames destroyed early.
#include <coroutine>
#include <cstdio>
#include <deque>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

struct Loud {
    const char *name;
    explicit Loud(const char *name) : name(name) {}
    ~Loud() { std::printf("~%s ", name); }
};

template <class T> class Generator {
public:
    struct promise_type {
        T current;
        std::exception_ptr error;
        Generator get_return_object() { return Generator(std::coroutine_handle<promise_type>::from_promise(*this)); }
        std::suspend_always initial_suspend() { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(T value) { current = std::move(value); return {}; }
        void return_void() {}
        void unhandled_exception() { error = std::current_exception(); }
    };
    Generator(Generator &&other) noexcept : handle(std::exchange(other.handle, nullptr)) {}
    ~Generator() { if (handle) handle.destroy(); }
    bool next() {
        handle.resume();
        if (handle.promise().error)
            std::rethrow_exception(handle.promise().error);
        return !handle.done();
    }
    const T &value() const { return handle.promise().current; }
private:
    explicit Generator(std::coroutine_handle<promise_type> handle) : handle(handle) {}
    std::coroutine_handle<promise_type> handle;
};

static Generator<long> fibonacci() {
    Loud frame("fibonacci");
    for (long a = 0, b = 1;; a = std::exchange(b, a + b))
        co_yield a;
}
static Generator<std::string> words(std::string text) {
    for (size_t from = 0; from <= text.size();) {
        size_t end = std::min(text.find(' ', from), text.size());
        if (end == from)
            throw std::runtime_error("an empty word");
        co_yield text.substr(from, end - from);
        from = end + 1;
    }
}
struct Node { int value; const Node *left, *right; };
static Generator<int> in_order(const Node *node) {
    if (!node)
        co_return;
    for (auto left = in_order(node->left); left.next();)
        co_yield left.value();
    co_yield node->value;
    for (auto right = in_order(node->right); right.next();)
        co_yield right.value();
}

/* A task that is begun when somebody awaits it, and then gives control to who awaits. */
struct Task {
    struct promise_type {
        int result = 0;
        std::coroutine_handle<> awaiting = std::noop_coroutine();
        Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
        std::suspend_always initial_suspend() { return {}; }
        auto final_suspend() noexcept {
            struct Back {
                bool await_ready() noexcept { return false; }
                std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> self) noexcept { return self.promise().awaiting; }
                void await_resume() noexcept {}
            };
            return Back();
        }
        void return_value(int value) { result = value; }
        void unhandled_exception() { std::terminate(); }
    };
    std::coroutine_handle<promise_type> handle;
    ~Task() { handle.destroy(); }
    bool await_ready() const { return false; }
    auto await_suspend(std::coroutine_handle<> who) { handle.promise().awaiting = who; return handle; }
    int await_resume() const { return handle.promise().result; }
};
static std::deque<std::coroutine_handle<>> waiting;
struct Pause {
    bool await_ready() { return false; }
    void await_suspend(std::coroutine_handle<> who) { waiting.push_back(who); }
    void await_resume() {}
};
static Task counted(const char *name, int steps) {
    for (int i = 0; i < steps; i++) {
        std::printf("%s%d ", name, i);
        co_await Pause();
    }
    co_return steps * steps;
}
static Task summed(const char *name, int most) {
    int sum = 0;
    for (int i = 1; i <= most; i++)
        sum += co_await counted(name, i);
    co_return sum;
}

int main() {
    {
        auto numbers = fibonacci();
        for (int i = 0; i < 12 && numbers.next(); i++)
            std::printf("%ld ", numbers.value());
    }
    try {
        for (auto text = words("so it goes  on"); text.next();)
            std::printf("[%s]", text.value().c_str());
    } catch (const std::runtime_error &error) {
        std::printf(" %s\n", error.what());
    }
    Node one{1, nullptr, nullptr}, three{3, nullptr, nullptr}, two{2, &one, &three}, four{4, &two, nullptr};
    for (auto all = in_order(&four); all.next();)
        std::printf("%d ", all.value());
    Task a = summed("a", 3), b = summed("b", 2);
    waiting = {a.handle, b.handle};
    while (!waiting.empty()) {
        auto next = waiting.front();
        waiting.pop_front();
        next.resume();
    }
    std::printf("\n%d %d %d\n", a.await_resume(), b.await_resume(), a.handle.done());
}
