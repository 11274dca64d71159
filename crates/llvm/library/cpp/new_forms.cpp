/* The forms of new and delete that call others, which a program may replace: apart from these, so that the compiler
   takes none of them for known. */
#include "runtime.h"
#include <new>

void *operator new(size_t size, const std::nothrow_t &) noexcept {
    try {
        return operator new(size);
    } catch (...) {
        return nullptr;
    }
}

void *operator new(size_t size, std::align_val_t alignment, const std::nothrow_t &) noexcept {
    try {
        return operator new(size, alignment);
    } catch (...) {
        return nullptr;
    }
}

#define REPLACEABLE __attribute__((noinline))

REPLACEABLE void *operator new[](size_t size) { return operator new(size); }
REPLACEABLE void *operator new[](size_t size, std::align_val_t alignment) { return operator new(size, alignment); }
void *operator new[](size_t size, const std::nothrow_t &) noexcept {
    try {
        return operator new[](size);
    } catch (...) {
        return nullptr;
    }
}
void *operator new[](size_t size, std::align_val_t alignment, const std::nothrow_t &) noexcept {
    try {
        return operator new[](size, alignment);
    } catch (...) {
        return nullptr;
    }
}

void operator delete(void *object, size_t) noexcept { operator delete(object); }
void operator delete(void *object, size_t, std::align_val_t how) noexcept { operator delete(object, how); }
void operator delete(void *object, const std::nothrow_t &) noexcept { operator delete(object); }
void operator delete(void *object, std::align_val_t how, const std::nothrow_t &) noexcept {
    operator delete(object, how);
}
REPLACEABLE void operator delete[](void *object) noexcept { operator delete(object); }
void operator delete[](void *object, size_t) noexcept { operator delete[](object); }
REPLACEABLE void operator delete[](void *object, std::align_val_t how) noexcept { operator delete(object, how); }
void operator delete[](void *object, size_t, std::align_val_t how) noexcept { operator delete[](object, how); }
void operator delete[](void *object, const std::nothrow_t &) noexcept { operator delete[](object); }
void operator delete[](void *object, std::align_val_t how, const std::nothrow_t &) noexcept {
    operator delete[](object, how);
}
