/* system_error: error codes and their categories. */
#include "runtime.h"
#include <cstring>
#include <string>
#include <system_error>

namespace {

class Generic : public std::error_category {
    const char *name() const noexcept override { return "generic"; }
    std::string message(int code) const override { return strerror(code); }
};

class System : public std::error_category {
    const char *name() const noexcept override { return "system"; }
    std::string message(int code) const override { return strerror(code); }
    std::error_condition default_error_condition(int code) const noexcept override {
        return std::error_condition(code, std::generic_category());
    }
};

/* Made when first asked for, and never destroyed. */
template <class Category> const std::error_category &only() {
    alignas(Category) static char place[sizeof(Category)];
    static bool is_made;
    if (!is_made) {
        new (place) Category;
        is_made = true;
    }
    return *(const std::error_category *)place;
}

} // namespace

namespace std {
inline namespace _V2 {
error_category::~error_category() {}
error_condition error_category::default_error_condition(int code) const noexcept {
    return error_condition(code, *this);
}
bool error_category::equivalent(int code, const error_condition &condition) const noexcept {
    return default_error_condition(code) == condition;
}
bool error_category::equivalent(const error_code &code, int condition) const noexcept {
    return *this == code.category() && code.value() == condition;
}
__cow_string error_category::_M_message(int) const { wf__unsupported("a message of the old ABI"); }
const error_category &generic_category() noexcept { return only<Generic>(); }
const error_category &system_category() noexcept { return only<System>(); }
} // namespace _V2

error_condition error_code::default_error_condition() const noexcept {
    return category().default_error_condition(value());
}
system_error::~system_error() noexcept {}
} // namespace std
