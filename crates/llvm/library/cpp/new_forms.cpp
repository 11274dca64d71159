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

REPLACEABLE void *operator new[](size_t size) {
    void *object = operator new(size);
    wf__made(object, wfl_by_new_array);
    return object;
}
REPLACEABLE void *operator new[](size_t size, std::align_val_t alignment) {
    void *object = operator new(size, alignment);
    wf__made(object, wfl_by_new_array);
    return object;
}
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

/* The size is that of the type that is deleted; 0 says nothing. */
static void is_of_size(void *object, size_t size, int by) {
    if (size)
        wf__made_of_size(object, size, by);
}

void operator delete(void *object, size_t size) noexcept {
    is_of_size(object, size, wfl_by_new);
    operator delete(object);
}
void operator delete(void *object, size_t size, std::align_val_t how) noexcept {
    is_of_size(object, size, wfl_by_new);
    operator delete(object, how);
}
void operator delete(void *object, const std::nothrow_t &) noexcept { operator delete(object); }
void operator delete(void *object, std::align_val_t how, const std::nothrow_t &) noexcept {
    operator delete(object, how);
}
REPLACEABLE void operator delete[](void *object) noexcept {
    wf__unmade(object);
    operator delete(object);
}
REPLACEABLE void operator delete[](void *object, std::align_val_t how) noexcept {
    wf__unmade(object);
    operator delete(object, how);
}
void operator delete[](void *object, size_t size) noexcept {
    is_of_size(object, size, wfl_by_new_array);
    operator delete[](object);
}
void operator delete[](void *object, size_t size, std::align_val_t how) noexcept {
    is_of_size(object, size, wfl_by_new_array);
    operator delete[](object, how);
}
void operator delete[](void *object, const std::nothrow_t &) noexcept { operator delete[](object); }
void operator delete[](void *object, std::align_val_t how, const std::nothrow_t &) noexcept {
    operator delete[](object, how);
}
