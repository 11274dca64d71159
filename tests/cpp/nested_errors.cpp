// Exceptions that carry others, error codes as results, expected values by hand, and errors collected from many steps.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <system_error>
#include <type_traits>
#include <variant>
#include <vector>

struct ConfigError : std::runtime_error, std::nested_exception {
    int line;
    ConfigError(const std::string &text, int line) : std::runtime_error(text), line(line) {}
};
static int parse_port(const std::string &text) {
    try {
        int port = std::stoi(text);
        if (port < 1 || port > 65535)
            throw std::range_error("port " + text);
        return port;
    } catch (const std::logic_error &) {
        std::throw_with_nested(std::runtime_error("bad number '" + text + "'"));
    }
}
static int load(const std::vector<std::string> &lines) {
    int sum = 0, line = 0;
    for (const std::string &text : lines) {
        line++;
        try {
            sum += parse_port(text);
        } catch (...) {
            throw ConfigError("line", line);
        }
    }
    return sum;
}
static std::string chain(const std::exception &error, int depth = 0) {
    std::string text = std::to_string(depth) + ":" + error.what();
    if (auto *config = dynamic_cast<const ConfigError *>(&error))
        text += std::to_string(config->line);
    try {
        std::rethrow_if_nested(error);
    } catch (const std::exception &inner) {
        text += " > " + chain(inner, depth + 1);
    } catch (int n) {
        text += " > int " + std::to_string(n);
    }
    return text;
}

enum class Fault { none, too_small = 3, too_large };
namespace std { template <> struct is_error_code_enum<Fault> : true_type {}; }
struct Faults : std::error_category {
    const char *name() const noexcept override { return "faults"; }
    std::string message(int code) const override { return code == (int)Fault::too_small ? "too small" : "too large"; }
    std::error_condition default_error_condition(int code) const noexcept override {
        return code == (int)Fault::too_large ? std::errc::value_too_large : std::error_condition(code, *this);
    }
};
static const std::error_category &faults() {
    static Faults only;
    return only;
}
static std::error_code make_error_code(Fault fault) { return {(int)fault, faults()}; }
static std::error_code check(int n) { return n < 0 ? Fault::too_small : n > 9 ? make_error_code(Fault::too_large) : std::error_code(); }

template <class T> class Expected {
    std::variant<T, std::string> content;
public:
    Expected(T value) : content(std::move(value)) {}
    static Expected error(std::string text) { Expected result{T()}; result.content = std::move(text); return result; }
    template <class F> auto then(F f) const -> std::invoke_result_t<F, const T &> {
        using Result = std::invoke_result_t<F, const T &>;
        if (auto *value = std::get_if<T>(&content))
            return f(*value);
        return Result::error(std::get<std::string>(content));
    }
    std::string shown() const {
        auto *value = std::get_if<T>(&content);
        return value ? std::to_string(*value) : "error: " + std::get<std::string>(content);
    }
};
static Expected<double> divided(int a, int b) { return b ? Expected<double>(1.0 * a / b) : Expected<double>::error("by zero"); }

int main() {
    for (const std::vector<std::string> &lines : {std::vector<std::string>{"80", "443"}, {"80", "http"}, {"0"}, {"1", "99999999999"}}) {
        try {
            std::printf("%d\n", load(lines));
        } catch (const std::exception &error) {
            std::printf("%s\n", chain(error).c_str());
        }
    }
    try {
        try {
            throw 17;
        } catch (...) {
            std::throw_with_nested(std::logic_error("outer"));
        }
    } catch (const std::exception &error) {
        std::printf("%s\n", chain(error).c_str());
    }
    for (int n : {5, -1, 10}) {
        std::error_code code = check(n);
        std::printf("%d %s %d%d; ", code.value(), code ? code.message().c_str() : "fine", code == Fault::too_small, code == std::errc::value_too_large);
    }
    std::error_code missing(ENOENT, std::system_category());
    std::system_error error(missing, "open");
    std::printf("\n%s %d %s\n", error.what(), missing == std::errc::no_such_file_or_directory, missing.category().name());
    auto half = [](double d) { return d > 1 ? Expected<int>((int)(d / 2)) : Expected<int>::error("too little"); };
    std::printf("%s, %s, %s\n", divided(9, 2).then(half).shown().c_str(), divided(1, 0).then(half).shown().c_str(), divided(1, 3).then(half).shown().c_str());
    std::exception_ptr first;
    std::map<std::string, int> kinds;
    std::vector<std::function<void()>> steps{[] { throw std::bad_alloc(); }, [] {}, [] { throw std::length_error("l"); }, [] { throw "text"; }, [] { std::vector<int>().at(1); }};
    for (auto &step : steps) {
        try {
            step();
        } catch (const std::logic_error &) {
            kinds["logic"]++;
        } catch (const std::exception &) {
            kinds["other"]++;
            first = std::current_exception();
        } catch (...) {
            kinds["unknown"]++;
        }
    }
    for (auto &[kind, count] : kinds)
        std::printf("%s %d ", kind.c_str(), count);
    try {
        std::rethrow_exception(first);
    } catch (const std::bad_alloc &again) {
        std::printf("%s\n", again.what());
    }
}
