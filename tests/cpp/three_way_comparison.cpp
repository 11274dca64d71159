// flags: -std=c++20
// operator <=>: defaulted, of bases and members, by hand; strong, weak and partial orders; rewritten candidates.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <compare>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

using namespace std::literals;

static const char *told(std::partial_ordering order) {
    if (order == std::partial_ordering::unordered)
        return "unordered";
    return order < 0 ? "less" : order > 0 ? "greater" : "equal";
}

struct Version {
    int major, minor;
    std::string tag;
    auto operator<=>(const Version &) const = default;
};
struct Base {
    int id;
    auto operator<=>(const Base &) const = default;
};
struct Derived : Base {
    double weight;
    int parts[2];
    auto operator<=>(const Derived &) const = default;
};
class Name {
    std::string text;
public:
    Name(const char *text) : text(text) {}
    std::weak_ordering operator<=>(const Name &other) const {
        for (size_t i = 0; i < text.size() && i < other.text.size(); i++)
            if (auto order = std::tolower(text[i]) <=> std::tolower(other.text[i]); order != 0)
                return order;
        return text.size() <=> other.text.size();
    }
    bool operator==(const Name &other) const { return (*this <=> other) == 0; }
    const char *c_str() const { return text.c_str(); }
};
struct Metres {
    int n;
    std::strong_ordering operator<=>(int other) const { return n <=> other; }
    bool operator==(int other) const { return n == other; }
};
struct OnlyEqual {
    int n;
    mutable int asked = 0;
    bool operator==(const OnlyEqual &other) const { asked++; return n == other.n; }
};
struct Old {
    int n;
    bool operator<(const Old &other) const { return n < other.n; }
    bool operator==(const Old &other) const { return n == other.n; }
};
template <class T> struct Wrapped {
    T value;
    auto operator<=>(const Wrapped &) const = default;
};
template <class T> static std::weak_ordering compare_all(const std::vector<T> &a, const std::vector<T> &b) {
    return std::lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end(), std::compare_weak_order_fallback);
}

int main() {
    std::set<Version> versions{{1, 10, ""}, {1, 2, "beta"}, {1, 2, "alpha"}, {0, 99, "z"}, {1, 2, "beta"}};
    for (const Version &version : versions)
        std::printf("%d.%d%s ", version.major, version.minor, version.tag.c_str());
    std::printf("%d %d\n", Version{1, 2, "a"} != Version{1, 2, "a"}, Version{1, 2, "b"} >= Version{1, 2, "a"});
    Derived a{{1}, 2.5, {1, 2}}, b{{1}, 2.5, {1, 3}}, c{{1}, NAN, {0, 0}};
    std::printf("%s %s %s %d\n", told(a <=> b), told(a <=> c), told(b <=> a), a == c);
    std::map<Name, int> names;
    for (const char *text : {"Zoe", "adam", "ADAM", "zoe", "Mia", "mi"})
        names[text]++;
    for (auto &[name, count] : names)
        std::printf("%s:%d ", name.c_str(), count);
    Metres metres{5};
    std::printf("%d %d %d %d\n", metres < 6, 4 < metres, 5 == metres, 5 != metres);
    OnlyEqual one{1}, two{2};
    bool differ = one != two;
    std::printf("%d %d %d\n", differ, one.asked, two.asked);
    std::printf("%s %s\n", told(Wrapped<double>{-0.0} <=> Wrapped<double>{0.0}), told(std::strong_order(-0.0, 0.0)));
    std::printf("%s %s\n", told(std::partial_order(NAN, (float)metres.n)), told(std::weak_order(NAN, (float)metres.n)));
    std::printf("%s %s\n", told(compare_all<Old>({{1}, {2}}, {{1}, {3}})), told(compare_all<Old>({{1}, {2}}, {{1}})));
    std::printf("%s %s\n", told(std::tuple(1, "x"s < "y"s, 2) <=> std::tuple(1, true, 1)), told(std::pair(1, 2) <=> std::pair(1, 2)));
    std::printf("%s %s\n", told(std::vector{1, 2} <=> std::vector{1, 2, 3}), told(std::string("b") <=> "abc"));
    std::printf("%d %d\n", std::is_eq(3 <=> 3), std::is_gteq(2 <=> 3));
}
