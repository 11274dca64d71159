/* Operators new and delete, and what initialises local static variables. */
#include "runtime.h"
#include <new>

extern "C" void *memalign(size_t alignment, size_t size);

static std::new_handler new_handler;

namespace std {
const nothrow_t nothrow{};
new_handler set_new_handler(new_handler handler) noexcept {
    new_handler before = ::new_handler;
    ::new_handler = handler;
    return before;
}
new_handler get_new_handler() noexcept { return ::new_handler; }
} // namespace std

void *operator new(size_t size) {
    for (;;) {
        if (void *object = wfl_allocate(size ? size : 1)) {
            wf__made(object, wfl_by_new);
            return object;
        }
        if (!new_handler)
            throw std::bad_alloc();
        new_handler();
    }
}

void *operator new(size_t size, std::align_val_t alignment) {
    for (;;) {
        if (void *object = memalign((size_t)alignment, size ? size : 1)) {
            wf__made(object, wfl_by_new);
            return object;
        }
        if (!new_handler)
            throw std::bad_alloc();
        new_handler();
    }
}

void operator delete(void *object) noexcept { wf__delete(object); }
void operator delete(void *object, std::align_val_t) noexcept { wf__delete(object); }

extern "C" {
/* The first byte says that the variable is initialised, the second that it is being so. */
int __cxa_guard_acquire(char *guard) {
    if (guard[0])
        return 0;
    if (guard[1])
        wf__error("library-misuse", "the initialisation of a static variable needs the variable itself");
    guard[1] = 1;
    return 1;
}
void __cxa_guard_release(char *guard) noexcept {
    guard[1] = 0;
    guard[0] = 1;
}
void __cxa_guard_abort(char *guard) noexcept { guard[1] = 0; }

int __cxa_atexit(void (*function)(void *), void *argument, void *module);

/* There is one thread, which ends with the program. */
int __cxa_thread_atexit(void (*function)(void *), void *argument, void *module) noexcept {
    return __cxa_atexit(function, argument, module);
}

void *__dso_handle;
}
