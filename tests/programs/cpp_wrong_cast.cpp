// An object taken for one of another class: members past its end, a virtual function of the wrong class.
// exhaustive: true
// findings: out-of-bounds 25, uncaught-exception 28
// verdicts: confirmed
// tests: confirmed
#include <memory>
#include <typeinfo>
#include <wayfarer.h>
struct Shape {
    virtual ~Shape() = default;
    virtual int area() const = 0;
};
struct Square : Shape {
    int side = 3;
    int area() const override { return side * side; }
};
struct Box : Square {
    int depth[4] = {1, 2, 3, 4};
    int area() const override { return side * depth[3]; }
};
int main() {
    int x = wf_int("x");
    std::unique_ptr<Shape> shape(x & 1 ? new Box : new Square);
    if (x == 2)
        return static_cast<Box *>(shape.get())->depth[2];
    if (x == 4 || x == 5) {
        Shape &wide = *shape;
        return dynamic_cast<Box &>(wide).area() == (int)(typeid(int) == typeid(Square));
    }
    auto *box = dynamic_cast<Box *>(shape.get());
    return box ? box->area() : shape->area();
}
