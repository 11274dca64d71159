// Abstract classes, covariant results, virtual destructors, calls in constructors.
#include <cstdio>
#include <memory>
#include <vector>
struct Shape {
    Shape() { name(); }
    virtual ~Shape() { std::printf("~Shape "); }
    virtual double area() const = 0;
    virtual const char *name() const { return "shape"; }
    virtual Shape *clone() const = 0;
};
struct Square : Shape {
    double side;
    explicit Square(double side) : side(side) {}
    ~Square() override { std::printf("~Square "); }
    double area() const override { return side * side; }
    const char *name() const override { return "square"; }
    Square *clone() const override { return new Square(*this); }
};
struct Circle final : Shape {
    double radius;
    explicit Circle(double radius) : radius(radius) {}
    double area() const override { return 3 * radius * radius; }
    Circle *clone() const override { return new Circle(radius); }
};
struct Calls {
    Calls() { tell(); }
    virtual void tell() { std::printf("Calls "); }
    virtual ~Calls() { tell(); }
};
struct More : Calls { void tell() override { std::printf("More "); } More() { tell(); } };
int main() {
    std::vector<std::unique_ptr<Shape>> shapes;
    shapes.emplace_back(new Square(2));
    shapes.emplace_back(new Circle(1));
    shapes.emplace_back(shapes[0]->clone());
    double all = 0;
    for (auto &shape : shapes) {
        std::printf("%s ", shape->name());
        all += shape->area();
    }
    std::printf("%g\n", all);
    shapes.pop_back();
    { More more; }
    std::printf("\n");
}
