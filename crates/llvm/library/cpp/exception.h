/* An exception: what stands before the object that is thrown. */
#ifndef WFL_CPP_EXCEPTION_H
#define WFL_CPP_EXCEPTION_H

#include "runtime.h"

struct wfl_exception {
    const std::type_info *type;
    void (*destroy)(void *);
    /* Handlers that it is in; negative when it was thrown again and is still in them. */
    long handlers;
    /* It and each std::exception_ptr to it count; it goes with the last. */
    long references;
    /* The next one out of those that are in handlers. */
    wfl_exception *outer;
    /* For one that a std::exception_ptr threw: the first. */
    wfl_exception *primary;
    /* The object as the type of the handler sees it. */
    void *adjusted;

    void *object() { return primary ? (void *)(primary + 1) : (void *)(this + 1); }
    static wfl_exception *of(void *object) { return (wfl_exception *)object - 1; }
};

static_assert(sizeof(wfl_exception) % 8 == 0, "objects behind it are aligned");

/* Those in handlers, innermost first. */
extern wfl_exception *wfl_caught_exceptions;
/* How many are thrown and not yet in a handler. */
extern unsigned wfl_uncaught_exceptions;
void wfl_release_exception(wfl_exception *exception);
extern "C" void wfl_rethrow_exception(wfl_exception *primary);
[[noreturn]] void wfl_terminate();

#endif
