/* The end of a program by std::terminate. */
#include "exception.h"
#include <cstdlib>
#include <exception>

static std::terminate_handler terminate_handler;

/* A message of bounded length. */
namespace {
struct Message {
    char text[400];
    size_t length = 0;
    void add(const char *more) {
        while (*more && length + 1 < sizeof text)
            text[length++] = *more++;
        text[length] = 0;
    }
};
} // namespace

/* Tells of the exception that nothing takes, by its type and, if it says more, its words. Names of types are
   as the compiler mangles them; who tells the user makes them readable. */
[[noreturn]] static void report() {
    wfl_exception *exception = wfl_caught_exceptions;
    if (!exception)
        wf__error("abort", "std::terminate() is called");
    Message message;
    message.add("nothing catches an exception of type _ZTS");
    message.add(exception->type->name());
    void *object = exception->object();
    if (typeid(std::exception).__do_catch(exception->type, &object, 1)) {
        const char *what = ((const std::exception *)object)->what();
        message.add(": ");
        message.add(what);
    }
    wf__error("uncaught-exception", message.text);
}

void wfl_terminate() {
    if (terminate_handler) {
        terminate_handler();
        std::abort();
    }
    report();
}

namespace std {

terminate_handler set_terminate(terminate_handler handler) noexcept {
    terminate_handler before = ::terminate_handler;
    ::terminate_handler = handler;
    return before;
}

terminate_handler get_terminate() noexcept { return ::terminate_handler; }

void terminate() noexcept { wfl_terminate(); }

bool uncaught_exception() noexcept { return wfl_uncaught_exceptions != 0; }

int uncaught_exceptions() noexcept { return (int)wfl_uncaught_exceptions; }

} // namespace std

extern "C" {
[[noreturn]] void __cxa_pure_virtual() { wf__error("abort", "a pure virtual function is called"); }
[[noreturn]] void __cxa_deleted_virtual() { wf__error("abort", "a deleted virtual function is called"); }
}
