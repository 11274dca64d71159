// optional, any and variant in depth: states after exceptions, comparisons, emplace, moves, visits of several at once.
#include <any>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

struct Loud {
    int n;
    Loud(int n) : n(n) { std::printf("+%d ", n); }
    Loud(const Loud &other) : n(other.n) { std::printf("c%d ", n); }
    Loud(Loud &&other) noexcept : n(other.n) { other.n = -other.n; std::printf("m%d ", n); }
    Loud &operator=(const Loud &other) { n = other.n; std::printf("=%d ", n); return *this; }
    ~Loud() { std::printf("-%d ", n); }
};
struct Throws {
    Throws() = default;
    Throws(const Throws &) { throw 7; }
    Throws &operator=(const Throws &) { throw 8; }
};

static void optionals() {
    std::optional<Loud> first(std::in_place, 1), second;
    second = first;
    second = Loud(2);
    second.emplace(3);
    first.swap(second);
    std::printf("| %d %d\n", first->n, second->n);
    second = std::nullopt;
    std::optional<int> a = 5, none;
    std::printf("| %d%d%d%d\n", a > none, none == std::nullopt, a == 5, none < 0);
    try {
        std::printf("%d\n", none.value());
    } catch (const std::bad_optional_access &error) {
        std::printf("%s\n", error.what());
    }
    std::optional<std::optional<int>> nested = std::make_optional(std::optional<int>());
    std::printf("%d %d ", nested.has_value(), nested->has_value());
}

static void variants() {
    std::variant<std::monostate, int, std::string, Throws> value;
    std::printf("| %zu ", value.index());
    value = "text";
    std::printf("%s %d ", std::get<std::string>(value).c_str(), std::get_if<int>(&value) == nullptr);
    Throws source;
    try {
        value.emplace<Throws>(source);
    } catch (int n) {
        std::printf("%d valueless %d ", n, value.valueless_by_exception());
    }
    try {
        std::visit([](auto &) {}, value);
    } catch (const std::bad_variant_access &error) {
        std::printf("%s ", error.what());
    }
    value = 4;
    try {
        std::get<2>(value);
    } catch (const std::bad_variant_access &error) {
        std::printf("%s\n", error.what());
    }
    using Number = std::variant<int, double>;
    auto add = [](auto a, auto b) -> Number { return a + b; };
    std::vector<Number> numbers{1, 2.5, 3};
    Number sum = 0;
    for (const Number &number : numbers)
        sum = std::visit(add, sum, number);
    std::printf("%zu %g %d\n", sum.index(), std::get<double>(sum), Number(2) < Number(1.0));
}

struct Json;
using Array = std::vector<Json>;
using Object = std::map<std::string, Json>;
struct Json {
    std::variant<std::nullptr_t, bool, int, std::string, std::shared_ptr<Array>, std::shared_ptr<Object>> value;
};
struct Write {
    std::string operator()(std::nullptr_t) const { return "null"; }
    std::string operator()(bool value) const { return value ? "true" : "false"; }
    std::string operator()(int value) const { return std::to_string(value); }
    std::string operator()(const std::string &value) const { return "\"" + value + "\""; }
    std::string operator()(const std::shared_ptr<Array> &array) const {
        std::string text = "[";
        for (const Json &element : *array)
            text += (text.size() > 1 ? "," : "") + std::visit(*this, element.value);
        return text + "]";
    }
    std::string operator()(const std::shared_ptr<Object> &object) const {
        std::string text = "{";
        for (const auto &[name, member] : *object)
            text += (text.size() > 1 ? ",\"" : "\"") + name + "\":" + std::visit(*this, member.value);
        return text + "}";
    }
};

int main() {
    optionals();
    variants();
    std::any any = std::make_any<Loud>(9);
    std::any copy = any;
    any = std::string("replaced");
    std::printf("%d %d %s\n", any.type() == typeid(std::string), std::any_cast<Loud>(&any) == nullptr, std::any_cast<std::string &>(any).c_str());
    copy.reset();
    any.emplace<std::vector<int>>({1, 2, 3});
    std::printf("%zu %d\n", std::any_cast<const std::vector<int> &>(any).size(), copy.has_value());
    Json list{std::make_shared<Array>(Array{{1}, {nullptr}, {true}, {std::string("x")}})};
    Json json{std::make_shared<Object>(Object{{"list", list}, {"empty", {std::make_shared<Array>()}}})};
    std::printf("%s\n", std::visit(Write(), json.value).c_str());
}
