// function, bind, mem_fn, reference_wrapper, invoke, not_fn, apply: nested, stored, compared, empty, with what only moves.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

using namespace std::placeholders;

struct Tracker {
    static int live;
    int id;
    explicit Tracker(int id) : id(id) { live++; }
    Tracker(const Tracker &other) : id(other.id) { live++; }
    ~Tracker() { live--; }
    int operator()(int n) const { return id * n; }
};
int Tracker::live;

struct Large {
    long padding[20] = {1, 2, 3};
    long operator()(int i) { return ++padding[i]; }
};

static int subtract(int a, int b) { return a - b; }
static void change(int &n, const std::string &text) { n += (int)text.size(); }

struct Button {
    std::vector<std::function<bool(const std::string &)>> handlers;
    int click(const std::string &what) const {
        return (int)std::count_if(handlers.begin(), handlers.end(), [&](auto &handler) { return handler(what); });
    }
};
struct Panel {
    std::string expected;
    int hits = 0;
    bool on(const std::string &what) { return what == expected && ++hits; }
};

template <class... F> static auto chained(F... f) {
    return [functions = std::tuple(f...)](int n) {
        std::apply([&](auto &...each) { ((n = std::invoke(each, n)), ...); }, functions);
        return n;
    };
}

static std::function<int(int)> curried(std::function<int(int, int, int)> f, int a) {
    return [f, a](int b) { return std::bind(f, a, b, _1)(b); };
}

int main() {
    {
        std::function<int(int)> f = Tracker(3), g;
        std::function<int(int)> copy = f;
        std::printf("%d %d %d ", f(5), Tracker::live, (bool)g);
        g.swap(f);
        std::printf("%d %d ", f == nullptr, g.target<Tracker>()->id);
        copy = nullptr;
        std::printf("%d\n", Tracker::live);
    }
    std::printf("%d ", Tracker::live);
    try {
        std::function<void()>()();
    } catch (const std::bad_function_call &error) {
        std::printf("%s\n", error.what());
    }
    std::function<long(int)> large = Large();
    auto other = large;
    large(1);
    std::printf("%ld %ld\n", large(1), other(1));
    auto swapped = std::bind(subtract, _2, _1);
    auto nested = std::bind(subtract, std::bind(subtract, _1, 1), std::bind(swapped, _1, 10));
    std::printf("%d %d\n", swapped(3, 10), nested(4));
    int value = 1;
    std::bind(change, std::ref(value), "four")();
    auto by_copy = std::bind(change, value, _1);
    by_copy("a longer one");
    std::printf("%d\n", value);
    Panel panel{"ok"}, second{"no"};
    Button button;
    button.handlers.emplace_back(std::bind(&Panel::on, &panel, _1));
    button.handlers.emplace_back([shared = std::make_shared<Panel>(second)](auto &what) { return shared->on(what); });
    button.handlers.emplace_back(std::bind(std::logical_not<>(), std::bind(&Panel::on, std::ref(second), _1)));
    std::printf("%d %d %d %d\n", button.click("ok"), button.click("no"), panel.hits, second.hits);
    std::printf("%d ", chained([](int n) { return n + 1; }, std::negate<>(), Tracker(4))(2));
    std::printf("%d\n", curried([](int a, int b, int c) { return 100 * a + 10 * b + c; }, 7)(2));
    std::vector<std::string> words{"pear", "fig", "banana"};
    auto sizes = std::mem_fn(&std::string::size);
    std::vector<size_t> lengths;
    std::transform(words.begin(), words.end(), std::back_inserter(lengths), sizes);
    std::vector<std::reference_wrapper<std::string>> sorted(words.begin(), words.end());
    std::sort(sorted.begin(), sorted.end(), std::less<std::string>());
    sorted[0].get() += "s";
    std::printf("%zu %s %s\n", lengths[2], words[2].c_str(), static_cast<std::string &>(sorted[1]).c_str());
    auto is_short = [](const std::string &word) { return word.size() < 4; };
    std::printf("%td %d\n", std::count_if(words.begin(), words.end(), std::not_fn(is_short)), std::invoke(&Panel::hits, panel));
    std::map<char, std::function<double(double, double)>> operators{{'+', std::plus<>()}, {'/', std::divides<>()}, {'^', [](double a, double b) { double r = 1; while (b-- > 0) r *= a; return r; }}};
    for (auto &[name, f] : operators)
        std::printf("%c %g ", name, f(3, 4));
    std::function<std::unique_ptr<int>(std::unique_ptr<int>)> through = [](auto pointer) { ++*pointer; return pointer; };
    std::printf("%d\n", *through(std::make_unique<int>(41)));
}
