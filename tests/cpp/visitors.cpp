// Double dispatch, overloaded lambdas over variants, recursive variants with pointers.
#include <cstdio>
#include <memory>
#include <string>
#include <variant>
#include <vector>
struct Circle; struct Square;
struct Visitor { virtual void visit(const Circle &) = 0; virtual void visit(const Square &) = 0; virtual ~Visitor() = default; };
struct Shape { virtual void accept(Visitor &) const = 0; virtual ~Shape() = default; };
struct Circle : Shape { int r = 2; void accept(Visitor &v) const override { v.visit(*this); } };
struct Square : Shape { int s = 3; void accept(Visitor &v) const override { v.visit(*this); } };
struct Area : Visitor { int all = 0; void visit(const Circle &c) override { all += 3 * c.r * c.r; } void visit(const Square &s) override { all += s.s * s.s; } };
template <class... F> struct Overloaded : F... { using F::operator()...; };
template <class... F> Overloaded(F...) -> Overloaded<F...>;
struct Json;
using List = std::vector<Json>;
struct Json { std::variant<std::monostate, bool, double, std::string, std::shared_ptr<List>> value; };
std::string text(const Json &json) {
    return std::visit(Overloaded{
        [](std::monostate) { return std::string("null"); },
        [](bool b) { return std::string(b ? "true" : "false"); },
        [](double d) { return std::to_string((int)d); },
        [](const std::string &s) { return '"' + s + '"'; },
        [](const std::shared_ptr<List> &list) { std::string all = "["; for (auto &item : *list) all += text(item) + ","; return all + "]"; },
    }, json.value);
}
int main() {
    std::vector<std::unique_ptr<Shape>> shapes;
    shapes.push_back(std::make_unique<Circle>());
    shapes.push_back(std::make_unique<Square>());
    Area area;
    for (auto &shape : shapes) shape->accept(area);
    Json json{std::make_shared<List>(List{Json{true}, Json{2.0}, Json{std::string("s")}, Json{}})};
    std::printf("%d %s\n", area.all, text(json).c_str());
    std::variant<int, std::string> v = "text";
    std::printf("%zu %d\n", v.index(), std::get_if<int>(&v) == nullptr);
}
