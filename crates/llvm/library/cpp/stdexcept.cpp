/* stdexcept: exceptions with words, and the functions by which headers throw. */
#include "runtime.h"
#include <cstdarg>
#include <cstdio>
#include <functional>
#include <ios>
#include <memory>
#include <new>
#include <regex>
#include <stdexcept>
#include <string>
#include <system_error>
#include <typeinfo>

namespace std {

/* The words of an exception, a copy of their own each. */
static const char *copied(const char *text, size_t length) {
    char *copy = (char *)operator new(length + 1);
    wf__memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

__cow_string::__cow_string() : _M_p(copied("", 0)) {}
__cow_string::__cow_string(const string &text) : _M_p(copied(text.data(), text.size())) {}
__cow_string::__cow_string(const char *text, size_t length) : _M_p(copied(text, length)) {}
__cow_string::__cow_string(const __cow_string &other) noexcept
    : _M_p(copied(other._M_p, __builtin_strlen(other._M_p))) {}
__cow_string &__cow_string::operator=(const __cow_string &other) noexcept {
    const char *before = _M_p;
    _M_p = copied(other._M_p, __builtin_strlen(other._M_p));
    operator delete((void *)before);
    return *this;
}
__cow_string::~__cow_string() { operator delete((void *)_M_p); }
__cow_string::__cow_string(__cow_string &&other) noexcept : _M_p(other._M_p) { other._M_p = copied("", 0); }
__cow_string &__cow_string::operator=(__cow_string &&other) noexcept {
    const char *own = _M_p;
    _M_p = other._M_p;
    other._M_p = own;
    return *this;
}

#define WORDS(name)                                                                                          \
    name::name(const string &text) : _M_msg(text) {}                                                         \
    name::name(const char *text) : _M_msg(text, __builtin_strlen(text)) {}                                   \
    name::name(name &&other) noexcept : exception(), _M_msg(static_cast<__cow_string &&>(other._M_msg)) {}   \
    name &name::operator=(name &&other) noexcept {                                                           \
        _M_msg = static_cast<__cow_string &&>(other._M_msg);                                                 \
        return *this;                                                                                        \
    }                                                                                                        \
    name::name(const name &other) noexcept : exception(other), _M_msg(other._M_msg) {}                       \
    name &name::operator=(const name &other) noexcept {                                                      \
        _M_msg = other._M_msg;                                                                               \
        return *this;                                                                                        \
    }                                                                                                        \
    name::~name() noexcept {}                                                                                \
    const char *name::what() const noexcept { return _M_msg._M_p; }

WORDS(logic_error)
WORDS(runtime_error)

#define DERIVED(name, base)                                                                                  \
    name::name(const string &text) : base(text) {}                                                           \
    name::name(const char *text) : base(text) {}                                                             \
    name::~name() noexcept {}

DERIVED(domain_error, logic_error)
DERIVED(invalid_argument, logic_error)
DERIVED(length_error, logic_error)
DERIVED(out_of_range, logic_error)
DERIVED(range_error, runtime_error)
DERIVED(overflow_error, runtime_error)
DERIVED(underflow_error, runtime_error)

bad_function_call::~bad_function_call() noexcept {}
const char *bad_function_call::what() const noexcept { return "bad_function_call"; }
bad_weak_ptr::~bad_weak_ptr() noexcept {}
const char *bad_weak_ptr::what() const noexcept { return "bad_weak_ptr"; }
static const char *words_of(regex_constants::error_type code) {
    using namespace regex_constants;
    switch (code) {
    case error_collate: return "Invalid collating element in regular expression";
    case error_ctype: return "Invalid character class in regular expression";
    case error_escape: return "Invalid escape in regular expression";
    case error_backref: return "Invalid back reference in regular expression";
    case error_brack: return "Mismatched '[' and ']' in regular expression";
    case error_paren: return "Mismatched '(' and ')' in regular expression";
    case error_brace: return "Mismatched '{' and '}' in regular expression";
    case error_badbrace: return "Invalid range in '{}' in regular expression";
    case error_range: return "Invalid character range in regular expression";
    case error_space: return "Insufficient memory to compile regular expression";
    case error_badrepeat: return "Invalid '?', '*', or '+' in regular expression";
    case error_complexity: return "Complexity of regex match exceeded implementation limits";
    case error_stack: return "Insufficient memory to determine regex match";
    default: return "regex error";
    }
}
regex_error::regex_error(regex_constants::error_type code) : runtime_error(words_of(code)), _M_code(code) {}
regex_error::~regex_error() noexcept {}

void __throw_bad_exception() { throw bad_exception(); }
void __throw_bad_alloc() { throw bad_alloc(); }
void __throw_bad_array_new_length() { throw bad_array_new_length(); }
void __throw_bad_cast() { throw bad_cast(); }
void __throw_bad_typeid() { throw bad_typeid(); }
void __throw_logic_error(const char *text) { throw logic_error(text); }
void __throw_domain_error(const char *text) { throw domain_error(text); }
void __throw_invalid_argument(const char *text) { throw invalid_argument(text); }
void __throw_length_error(const char *text) { throw length_error(text); }
void __throw_out_of_range(const char *text) { throw out_of_range(text); }
void __throw_runtime_error(const char *text) { throw runtime_error(text); }
void __throw_range_error(const char *text) { throw range_error(text); }
void __throw_overflow_error(const char *text) { throw overflow_error(text); }
void __throw_underflow_error(const char *text) { throw underflow_error(text); }
void __throw_bad_function_call() { throw bad_function_call(); }
void __throw_regex_error(regex_constants::error_type code) { throw regex_error(code); }
void __throw_system_error(int code) { throw system_error(error_code(code, generic_category())); }

void __throw_out_of_range_fmt(const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    throw out_of_range(text);
}

void __glibcxx_assert_fail(const char *file, int line, const char *function, const char *condition) noexcept {
    (void)file, (void)line, (void)function;
    wf__error("assertion", condition);
}

} // namespace std
