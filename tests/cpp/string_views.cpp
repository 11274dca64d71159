// string_view: substrings, searches in all directions, comparison, splitting without copies, as keys, conversions.
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

using namespace std::literals;

static std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos)
            return parts;
        text.remove_prefix(end + 1);
    }
}

static std::string_view trim(std::string_view text) {
    const std::string_view space = " \t\n";
    size_t from = text.find_first_not_of(space);
    if (from == text.npos)
        return {};
    return text.substr(from, text.find_last_not_of(space) - from + 1);
}

static int number(std::string_view text) {
    int value = -1;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range)
        return -2;
    return error == std::errc() && end == text.data() + text.size() ? value : -1;
}

int main() {
    std::string line = "  name = Ada ; born=1815;field = mathematics;;x=99999999999 ";
    std::map<std::string_view, std::string_view> fields;
    for (std::string_view part : split(line, ';')) {
        size_t equals = part.find('=');
        std::string_view key = trim(part.substr(0, equals));
        fields[key] = equals == part.npos ? "none"sv : trim(part.substr(equals + 1));
    }
    for (auto [key, value] : fields)
        std::printf("[%.*s]=[%.*s] %d\n", (int)key.size(), key.data(), (int)value.size(), value.data(), number(value));
    std::string_view text = "the cat sat on the mat";
    std::printf("%zu %zu %zu %zu\n", text.find("at"), text.rfind("at"), text.find("at", 6), text.find("dog"));
    std::printf("%zu %zu %zu\n", text.find_first_of("xyzs"), text.find_last_of("aeiou"), text.rfind('t', 10));
    std::printf("%d %d %d\n", text.compare(0, 3, "the"), text.compare("thf") < 0, text < "the cat"sv);
    std::string_view with_zero = "a\0b"sv;
    std::printf("%zu %d %c\n", with_zero.size(), with_zero == "a", with_zero.back());
    text.remove_suffix(4);
    std::string copy(text), joined = "<" + copy + ">";
    copy.append(text.substr(3, 4)).insert(0, "X"sv);
    std::printf("%s %s\n", copy.c_str(), joined.c_str());
    std::unordered_set<std::string_view> seen{"one", "two", "one"};
    std::printf("%zu %d\n", seen.size(), std::hash<std::string_view>()("one") == std::hash<std::string>()("one"));
    std::set<std::string, std::less<>> names{"beta", "alpha"};
    std::printf("%d %zu\n", names.find("alpha"sv) != names.end(), names.count("gamma"sv));
    char buffer[8] = {};
    std::printf("%zu %s\n", "abcdef"sv.copy(buffer, 3, 2), buffer);
    std::printf("%td\n", std::count(text.begin(), text.end(), 't'));
    try {
        text.substr(100);
    } catch (const std::out_of_range &error) {
        std::printf("%s\n", error.what());
    }
    auto written = std::to_chars(buffer, buffer + sizeof buffer, -255, 16);
    std::printf("%.*s %d\n", (int)(written.ptr - buffer), buffer, std::to_chars(buffer, buffer + 2, 12345).ec == std::errc::value_too_large);
}
