/* stdlib.h: the ways a program ends. */
#include "library.h"

#include "files.h"
#include "streams.h"
#include <stdlib.h>
#include <unistd.h>

/* A function registered with atexit, on_exit or __cxa_atexit; exactly one is set. */
struct handler {
    void (*plain)(void);
    void (*with_argument)(void *);
    void (*with_status)(int, void *);
    void *argument;
    struct handler *before;
};

static struct handler *at_exit, *at_quick_exit_;

static int add_handler(struct handler **list, struct handler handler) {
    struct handler *new = wf__malloc(sizeof *new);
    *new = handler;
    new->before = *list;
    *list = new;
    return 0;
}

/* Last registered first; a handler may register more. */
static void run_handlers(struct handler **list, int status) {
    while (*list) {
        struct handler handler = **list;
        wf__free(*list);
        *list = handler.before;
        if (handler.plain)
            handler.plain();
        else if (handler.with_argument)
            handler.with_argument(handler.argument);
        else
            handler.with_status(status, handler.argument);
    }
}

/* What happens when main returns, before the program ends with its value. Every path comes by here. */
void wf__exit_handlers(int status) {
    run_handlers(&at_exit, status);
    wf__fini();
    if (wfl_held_back)
        wfl_streams_flush();
    if (wfl_in_run)
        wfl_files_finish();
}

_Noreturn void wfl_exit(int status) {
    wf__exit_handlers(status);
    wf__exit(status);
}

_Noreturn void exit(int status) { wfl_exit(status); }

_Noreturn void _exit(int status) {
    wfl_files_finish();
    wf__exit(status);
}

_Noreturn void _Exit(int status) {
    wfl_files_finish();
    wf__exit(status);
}

_Noreturn void quick_exit(int status) {
    run_handlers(&at_quick_exit_, status);
    wfl_files_finish();
    wf__exit(status);
}

_Noreturn void abort(void) {
    wfl_before_abort();
    wfl_files_finish();
    wf__error("abort", "abort() is called");
}

int atexit(void (*function)(void)) {
    return add_handler(&at_exit, (struct handler){.plain = function});
}

int at_quick_exit(void (*function)(void)) {
    return add_handler(&at_quick_exit_, (struct handler){.plain = function});
}

int on_exit(void (*function)(int, void *), void *argument) {
    return add_handler(&at_exit,
                       (struct handler){.with_status = function, .argument = argument});
}

int __cxa_atexit(void (*function)(void *), void *argument, void *module) {
    (void)module;
    return add_handler(&at_exit,
                       (struct handler){.with_argument = function, .argument = argument});
}

int __cxa_at_quick_exit(void (*function)(void *), void *module) {
    (void)module;
    return add_handler(&at_quick_exit_, (struct handler){.with_argument = function});
}

/* There is no shell. */
int system(const char *command) {
    if (!command)
        return 0;
    wf__unsupported("system");
}
