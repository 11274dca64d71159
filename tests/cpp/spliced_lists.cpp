// list and forward_list: splice in all its forms, merge, sort, unique, remove_if, iterators that follow their elements.
#include <cstdio>
#include <forward_list>
#include <functional>
#include <iterator>
#include <list>
#include <string>

template <class Sequence> void show(const char *name, const Sequence &sequence) {
    std::printf("%s:", name);
    for (const auto &element : sequence)
        std::printf(" %d", element);
    std::printf("\n");
}

struct Job {
    std::string name;
    int weight;
    bool operator<(const Job &other) const { return weight < other.weight; }
};

static void splices() {
    std::list<int> first{1, 2, 3, 4}, second{10, 20, 30, 40, 50};
    auto third = std::next(first.begin(), 2);
    auto thirty = std::next(second.begin(), 2);
    first.splice(third, second, thirty);
    show("one element", first);
    first.splice(first.begin(), second, std::next(second.begin()), second.end());
    show("a range", first);
    first.splice(first.end(), second);
    show("all", first);
    std::printf("left %zu, at %d %d\n", second.size(), *third, *thirty);
    first.splice(first.end(), first, first.begin());
    show("to the end of itself", first);
    first.reverse();
    show("reversed", first);
}

static void stable() {
    std::list<Job> jobs{{"wash", 3}, {"cook", 1}, {"iron", 3}, {"eat", 1}, {"sleep", 2}, {"read", 3}};
    jobs.sort();
    for (const Job &job : jobs)
        std::printf("%s ", job.name.c_str());
    std::list<Job> more{{"dust", 0}, {"mend", 2}, {"paint", 9}};
    jobs.merge(more);
    std::printf("| ");
    for (const Job &job : jobs)
        std::printf("%s ", job.name.c_str());
    jobs.sort([](const Job &a, const Job &b) { return a.name.size() > b.name.size(); });
    std::printf("| %s %s %zu\n", jobs.front().name.c_str(), jobs.back().name.c_str(), more.size());
}

static void singly() {
    std::forward_list<int> list{5, 5, 1, 4, 4, 4, 2};
    list.unique();
    show("unique", list);
    list.sort(std::greater<>());
    auto at = list.insert_after(list.before_begin(), {9, 8});
    list.emplace_after(at, 7);
    show("inserted", list);
    std::forward_list<int> other{100, 50, 0};
    list.merge(other, std::greater<>());
    show("merged", list);
    list.remove_if([](int n) { return n % 2 == 1; });
    list.erase_after(list.begin());
    show("without odd ones", list);
    other.splice_after(other.before_begin(), list, list.before_begin());
    show("front moved", other);
    other.resize(3, -1);
    show("resized", other);
    std::printf("%d %td\n", list < other, std::distance(list.begin(), list.end()));
}

int main() {
    splices();
    stable();
    singly();
}
