/* The classes of exceptions of the language, and std::exception_ptr. */
#include "exception.h"
#include <exception>
#include <new>
#include <typeinfo>

namespace std {

exception::~exception() noexcept {}
const char *exception::what() const noexcept { return "std::exception"; }
bad_exception::~bad_exception() noexcept {}
const char *bad_exception::what() const noexcept { return "std::bad_exception"; }
bad_alloc::~bad_alloc() noexcept {}
const char *bad_alloc::what() const noexcept { return "std::bad_alloc"; }
bad_array_new_length::~bad_array_new_length() noexcept {}
const char *bad_array_new_length::what() const noexcept { return "std::bad_array_new_length"; }
bad_cast::~bad_cast() noexcept {}
const char *bad_cast::what() const noexcept { return "std::bad_cast"; }
bad_typeid::~bad_typeid() noexcept {}
const char *bad_typeid::what() const noexcept { return "std::bad_typeid"; }

nested_exception::~nested_exception() noexcept {}

namespace __exception_ptr {

static wfl_exception *header(void *object) { return object ? wfl_exception::of(object) : nullptr; }

exception_ptr::exception_ptr(void *object) noexcept : _M_exception_object(object) { _M_addref(); }
void exception_ptr::_M_addref() noexcept {
    if (wfl_exception *exception = header(_M_exception_object))
        exception->references++;
}
void exception_ptr::_M_release() noexcept {
    if (wfl_exception *exception = header(_M_exception_object)) {
        _M_exception_object = nullptr;
        wfl_release_exception(exception);
    }
}
void *exception_ptr::_M_get() const noexcept { return _M_exception_object; }
const type_info *exception_ptr::__cxa_exception_type() const noexcept {
    return header(_M_exception_object)->type;
}

} // namespace __exception_ptr

exception_ptr current_exception() noexcept {
    wfl_exception *exception = wfl_caught_exceptions;
    return exception ? __exception_ptr::exception_ptr(exception->object()) : nullptr;
}

void rethrow_exception(exception_ptr exception) {
    wfl_exception *primary = wfl_exception::of(exception._M_get());
    wfl_rethrow_exception(primary);
    __builtin_unreachable();
}

} // namespace std

extern "C" {
[[noreturn]] void __cxa_bad_cast() { throw std::bad_cast(); }
[[noreturn]] void __cxa_bad_typeid() { throw std::bad_typeid(); }
[[noreturn]] void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length(); }

/* The header names a class that nothing else sees. */
void *wfl_init_exception(void *object, const std::type_info *type, void (*destroy)(void *)) noexcept
    __asm__("__cxa_init_primary_exception");
void *wfl_init_exception(void *object, const std::type_info *type, void (*destroy)(void *)) noexcept {
    wfl_exception *exception = wfl_exception::of(object);
    exception->type = type;
    exception->destroy = destroy;
    /* That of the std::exception_ptr which is made of it is counted apart. */
    exception->references = 0;
    return exception;
}
}
