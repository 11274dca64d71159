#include "shape.hpp"
#include <stdexcept>
namespace {
struct Square : Shape {
    int side;
    explicit Square(int side) : side(side) {}
    int area() const override { return SCALE * side * side; }
};
} // namespace
Shape *made(const std::string &what, int size) {
    if (what != "square")
        throw std::invalid_argument(what);
    return new Square(size);
}
