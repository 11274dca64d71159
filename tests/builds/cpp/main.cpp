#include "shape.hpp"
#include <iostream>
#include <memory>
int main(int argc, char **argv) {
    try {
        std::unique_ptr<Shape> shape(made(argc > 1 ? argv[1] : "square", 3));
        std::cout << shape->area() << ' ' << 12 / scaled(argc > 1 ? argv[1][0] : 0) << '\n';
    } catch (const std::exception &error) {
        std::cout << "no " << error.what() << '\n';
        return 2;
    }
}
