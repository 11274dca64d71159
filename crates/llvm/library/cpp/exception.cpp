/* Throwing and catching. The front end turns calls that may throw into calls with a branch behind them
   (crates/llvm/src/translate/exceptions.rs); these functions say where it leads. */
#include "exception.h"
#include <exception>

extern "C" void *__cxa_begin_catch(void *exception) noexcept;

/* An entry of the table of a landing pad: a type and the number of its clause. The first has the number of
   entries behind it; -1 is a clause that lets only the types behind it through. */
struct wfl_clause {
    const std::type_info *type;
    long number;
};

extern "C" {
wfl_exception *wfl_pending_exception;
int wfl_selector;
size_t wfl_try_depth;
}

wfl_exception *wfl_caught_exceptions;
unsigned wfl_uncaught_exceptions;

/* The tables of the calls within `try` that are under way. */
static const wfl_clause **tables;
static size_t room;

extern "C" void wfl_begin_try(const wfl_clause *table) {
    if (wfl_try_depth == room) {
        size_t more = room ? room * 2 : 64;
        auto larger = (const wfl_clause **)wf__malloc(more * sizeof *tables);
        if (room)
            wf__memcpy(larger, tables, room * sizeof *tables);
        wf__free(tables);
        tables = larger;
        room = more;
    }
    tables[wfl_try_depth++] = table;
}

extern "C" void wfl_end_try() { wfl_try_depth--; }

/* Whether a handler of this type takes an exception; where it sees the object. */
static bool takes(const std::type_info *handler, wfl_exception *exception, void **adjusted) {
    void *object = exception->object();
    bool is_pointer = exception->type->__is_pointer_p();
    if (is_pointer)
        object = *(void **)object;
    if (!handler->__do_catch(exception->type, &object, 1))
        return false;
    *adjusted = object;
    return true;
}

/* The number of the clause of a table that takes an exception, or 0. */
static int select(const wfl_clause *table, wfl_exception *exception, void **adjusted) {
    long count = table->number;
    *adjusted = exception->object();
    for (long i = 1; i <= count; i++) {
        const wfl_clause &clause = table[i];
        if (clause.number > 0) {
            if (!clause.type) {
                if (exception->type->__is_pointer_p())
                    *adjusted = *(void **)exception->object();
                return (int)clause.number;
            }
            if (takes(clause.type, exception, adjusted))
                return (int)clause.number;
            continue;
        }
        bool passes = false;
        void *ignored;
        while (i < count && table[i + 1].number == 0)
            passes |= takes(table[++i].type, exception, &ignored);
        if (!passes)
            return (int)clause.number;
    }
    return 0;
}

extern "C" int wfl_select(const wfl_clause *table) {
    /* Nothing is under way for the calls that this makes. */
    wfl_exception *exception = wfl_pending_exception;
    wfl_pending_exception = nullptr;
    void *adjusted;
    wfl_selector = select(table, exception, &adjusted);
    if (wfl_selector)
        exception->adjusted = adjusted;
    wfl_pending_exception = exception;
    return wfl_selector;
}

/* The stack is unwound only if there is a handler for the exception. */
static void raise(wfl_exception *exception) {
    for (size_t i = wfl_try_depth; i > 0; i--) {
        void *adjusted;
        if (select(tables[i - 1], exception, &adjusted)) {
            wfl_pending_exception = exception;
            return;
        }
    }
    /* As in a handler, for what a function that ends the program asks of it. */
    __cxa_begin_catch(exception);
    wfl_terminate();
}

static wfl_exception *allocate(size_t size) {
    auto exception = (wfl_exception *)wf__malloc(sizeof(wfl_exception) + size);
    wf__memset(exception, 0, sizeof *exception);
    exception->references = 1;
    return exception;
}

void wfl_release_exception(wfl_exception *exception) {
    if (--exception->references > 0)
        return;
    wfl_exception *primary = exception->primary;
    if (primary)
        wfl_release_exception(primary);
    else if (exception->destroy)
        exception->destroy(exception->object());
    wf__free(exception);
}

extern "C" {

void *__cxa_allocate_exception(size_t size) noexcept { return allocate(size)->object(); }

void __cxa_free_exception(void *object) noexcept { wf__free(wfl_exception::of(object)); }

/* Returns with the exception under way. */
void wfl_throw(void *object, const std::type_info *type, void (*destroy)(void *)) __asm__("__cxa_throw");
void wfl_throw(void *object, const std::type_info *type, void (*destroy)(void *)) {
    wfl_exception *exception = wfl_exception::of(object);
    exception->type = type;
    exception->destroy = destroy;
    wfl_uncaught_exceptions++;
    raise(exception);
}

void wfl_throw_again() __asm__("__cxa_rethrow");
void wfl_throw_again() {
    wfl_exception *exception = wfl_caught_exceptions;
    if (!exception)
        wfl_terminate();
    /* It leaves the handlers that it is in as they end. */
    exception->handlers = -exception->handlers;
    wfl_uncaught_exceptions++;
    raise(exception);
}

/* An exception of its own for the object of another. */
void wfl_rethrow_exception(wfl_exception *primary) {
    wfl_exception *exception = allocate(0);
    exception->type = primary->type;
    exception->primary = primary;
    primary->references++;
    wfl_uncaught_exceptions++;
    raise(exception);
}

void *__cxa_get_exception_ptr(void *exception) noexcept { return ((wfl_exception *)exception)->adjusted; }

void *__cxa_begin_catch(void *caught) noexcept {
    auto exception = (wfl_exception *)caught;
    long handlers = exception->handlers;
    exception->handlers = handlers < 0 ? 1 - handlers : handlers + 1;
    wfl_uncaught_exceptions--;
    if (wfl_caught_exceptions != exception) {
        exception->outer = wfl_caught_exceptions;
        wfl_caught_exceptions = exception;
    }
    return exception->adjusted;
}

void __cxa_end_catch() {
    wfl_exception *exception = wfl_caught_exceptions;
    if (!exception)
        return;
    if (exception->handlers < 0) {
        /* Thrown again: it stays under way, or is kept for the handlers around. */
        if (++exception->handlers == 0)
            wfl_caught_exceptions = exception->outer;
    } else if (--exception->handlers == 0) {
        wfl_caught_exceptions = exception->outer;
        wfl_release_exception(exception);
    }
}

std::type_info *__cxa_current_exception_type() noexcept {
    wfl_exception *exception = wfl_caught_exceptions;
    return exception ? const_cast<std::type_info *>(exception->type) : nullptr;
}

[[noreturn]] void __cxa_call_unexpected(void *exception) {
    __cxa_begin_catch(exception);
    wfl_terminate();
}

[[noreturn]] void __cxa_call_terminate(void *exception) noexcept {
    if (exception)
        __cxa_begin_catch(exception);
    wfl_terminate();
}

/* Only functions with landing pads refer to it; nothing calls it. */
void __gxx_personality_v0() { wf__unsupported("__gxx_personality_v0"); }
}
