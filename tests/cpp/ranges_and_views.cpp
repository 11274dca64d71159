// flags: -std=c++20
// ranges: lazy views, pipelines, projections, algorithms on ranges, views of one's own, sentinels, dangling results.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <iterator>
#include <list>
#include <map>
#include <ranges>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace views = std::views;

struct Person {
    std::string name;
    int age;
};

template <std::ranges::input_range Range> static void show(Range &&range) {
    for (auto &&element : range)
        std::printf("%d ", (int)element);
    std::printf("\n");
}

/* Every second element, by an adaptor of one's own. */
template <std::ranges::view View> class Second : public std::ranges::view_interface<Second<View>> {
    View base;
    struct Iterator {
        using difference_type = std::ptrdiff_t;
        using value_type = std::ranges::range_value_t<View>;
        std::ranges::iterator_t<View> at{};
        std::ranges::sentinel_t<View> end{};
        decltype(auto) operator*() const { return *at; }
        Iterator &operator++() { std::ranges::advance(at, 2, end); return *this; }
        void operator++(int) { ++*this; }
        bool operator==(std::default_sentinel_t) const { return at == end; }
    };
public:
    explicit Second(View base) : base(std::move(base)) {}
    auto begin() { return Iterator{std::ranges::begin(base), std::ranges::end(base)}; }
    auto end() { return std::default_sentinel; }
};

int main() {
    std::vector<int> numbers{5, 3, 8, 1, 9, 2, 7};
    auto even = [](int n) { return n % 2 == 0; };
    int calls = 0;
    auto squares = views::transform([&](int n) { calls++; return n * n; });
    auto pipeline = views::iota(1) | views::filter(even) | squares | views::take(4);
    std::printf("%d calls; ", calls);
    show(pipeline);
    show(numbers | views::reverse | views::drop(2) | views::take_while([](int n) { return n != 5; }));
    show(Second(views::all(numbers)));
    std::vector<Person> people{{"Eve", 31}, {"Bob", 25}, {"Ann", 31}, {"Cid", 19}};
    std::ranges::sort(people, std::ranges::greater(), &Person::age);
    std::ranges::stable_sort(people | views::take(2), {}, &Person::name);
    for (const std::string &name : people | views::transform(&Person::name))
        std::printf("%s ", name.c_str());
    auto oldest = std::ranges::max_element(people, {}, &Person::age);
    auto found = std::ranges::find(people, "Bob", &Person::name);
    std::printf("%s %td\n", oldest->name.c_str(), found - people.begin());
    std::map<std::string, int> ages;
    std::ranges::transform(people, std::inserter(ages, ages.end()), [](const Person &p) { return std::pair(p.name, p.age); });
    show(ages | views::values);
    for (std::string_view key : ages | views::keys | views::filter([](auto &key) { return key < "C"; }))
        std::printf("%.*s ", (int)key.size(), key.data());
    std::string text = "one,two,,four";
    for (auto part : text | views::split(','))
        std::printf("[%s]", std::string(part.begin(), part.end()).c_str());
    std::istringstream in("4 5 6 x 7");
    std::printf("\n");
    show(views::istream<int>(in));
    std::list<std::vector<int>> nested{{1, 2}, {}, {3}};
    show(nested | views::join | views::common);
    auto [low, high] = std::ranges::minmax(numbers);
    std::printf("%d %d %d ", low, high, (int)std::ranges::count_if(numbers, even));
    std::printf("%d %d\n", std::ranges::any_of(numbers, even), std::ranges::is_sorted(people, std::greater(), &Person::age));
    auto rest = std::ranges::remove_if(numbers, even);
    numbers.erase(rest.begin(), rest.end());
    std::ranges::for_each(numbers | views::transform(std::negate()), [](int n) { std::printf("%d ", n); });
    auto where = std::ranges::find(std::vector{1, 2}, 2);
    std::printf("%d\n", std::is_same_v<decltype(where), std::ranges::dangling>);
    auto view = std::ranges::subrange(numbers.begin() + 1, numbers.end());
    std::printf("%zu %d %d %d\n", view.size(), view.front(), view[1], std::ranges::equal(view, std::vector{1, 9, 7} | views::drop(1)));
    show(views::counted(numbers.begin(), 2));
    show(views::single(42));
}
