// std::exception_ptr: kept, given on, thrown again.
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
std::exception_ptr kept;
void keep() {
    try {
        throw std::runtime_error("kept");
    } catch (...) {
        kept = std::current_exception();
    }
}
int main() {
    keep();
    for (int i = 0; i < 2; i++) {
        try {
            std::rethrow_exception(kept);
        } catch (std::exception &error) {
            std::printf("%s\n", error.what());
        }
    }
    auto made = std::make_exception_ptr(42);
    std::exception_ptr copy = made;
    made = nullptr;
    try {
        std::rethrow_exception(copy);
    } catch (int n) {
        std::printf("%d %d\n", n, made == nullptr);
    }
    try {
        try {
            throw std::logic_error("inside");
        } catch (...) {
            std::throw_with_nested(std::runtime_error("outside"));
        }
    } catch (std::exception &error) {
        std::printf("%s\n", error.what());
        try {
            std::rethrow_if_nested(error);
        } catch (std::exception &nested) {
            std::printf("%s\n", nested.what());
        }
    }
}
