// Static polymorphism, tag dispatch, traits, policies, operators through CRTP.
#include <cstdio>
#include <iterator>
#include <list>
#include <type_traits>
#include <vector>
template <class D> struct Comparable {
    friend bool operator!=(const D &a, const D &b) { return !(a == b); }
    friend bool operator>(const D &a, const D &b) { return b < a; }
};
struct Version : Comparable<Version> {
    int major, minor;
    Version(int major, int minor) : major(major), minor(minor) {}
    friend bool operator==(const Version &a, const Version &b) { return a.major == b.major && a.minor == b.minor; }
    friend bool operator<(const Version &a, const Version &b) { return a.major != b.major ? a.major < b.major : a.minor < b.minor; }
};
template <class I> const char *kind(I, std::random_access_iterator_tag) { return "random"; }
template <class I> const char *kind(I, std::input_iterator_tag) { return "input"; }
template <class I> const char *kind(I i) { return kind(i, typename std::iterator_traits<I>::iterator_category()); }
template <class T, class = void> struct HasSize : std::false_type {};
template <class T> struct HasSize<T, std::void_t<decltype(std::declval<T>().size())>> : std::true_type {};
struct Checked { static int get(const std::vector<int> &v, size_t i) { return v.at(i); } };
struct Wrapping { static int get(const std::vector<int> &v, size_t i) { return v[i % v.size()]; } };
template <class Policy> struct Table { std::vector<int> items{1, 2, 3}; int operator[](size_t i) const { return Policy::get(items, i); } };
template <class... Mixins> struct All : Mixins... { using Mixins::name...; };
struct A { const char *name(int) { return "A"; } };
struct B { const char *name(double) { return "B"; } };
int main() {
    Version a(1, 2), b(1, 3);
    std::printf("%d %d %d\n", a != b, b > a, a > b);
    std::printf("%s %s\n", kind(std::vector<int>().begin()), kind(std::list<int>().begin()));
    std::printf("%d %d\n", HasSize<std::vector<int>>::value, HasSize<int>::value);
    std::printf("%d\n", Table<Wrapping>()[4]);
    try {
        std::printf("%d\n", Table<Checked>()[4]);
    } catch (...) {
        std::printf("checked\n");
    }
    All<A, B> all;
    std::printf("%s %s\n", all.name(1), all.name(1.5));
}
