// Multiple and virtual bases: casts, virtual calls through each of them, dynamic_cast across and down.
#include <cstdio>
#include <typeinfo>
struct Top { int t = 1; virtual int id() { return 1; } virtual ~Top() {} };
struct Left : virtual Top { int l = 2; int id() override { return 2; } };
struct Right : virtual Top { int r = 3; virtual int right() { return r; } };
struct Bottom : Left, Right { int b = 4; int id() override { return 4; } int right() override { return b + r; } };
struct Other { virtual ~Other() {} };
int main() {
    Bottom bottom;
    Top *top = &bottom;
    Left *left = &bottom;
    Right *right = &bottom;
    std::printf("%d %d %d %d\n", top->id(), left->id(), right->id(), right->right());
    std::printf("%d %d\n", dynamic_cast<Right *>(left) == right, dynamic_cast<Left *>(right) == left);
    std::printf("%d\n", dynamic_cast<Bottom *>(top) == &bottom);
    std::printf("%d\n", dynamic_cast<Other *>(top) == nullptr);
    std::printf("%d\n", dynamic_cast<void *>(right) == &bottom);
    Left only;
    Top *other = &only;
    std::printf("%d %d\n", dynamic_cast<Bottom *>(other) == nullptr, dynamic_cast<Left *>(other) == &only);
    try {
        std::printf("%d\n", dynamic_cast<Bottom &>(*other).b);
    } catch (const std::exception &error) {
        std::printf("%s\n", error.what());
    }
    return top->t + left->l;
}
