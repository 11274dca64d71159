#pragma once
#include <string>
struct Shape {
    virtual ~Shape() = default;
    virtual int area() const = 0;
};
Shape *made(const std::string &what, int size);
extern "C" int scaled(int);
