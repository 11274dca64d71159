/* What monitors of specifications ask for. */
#include "library.h"

_Noreturn void wf_specification_violated(const char *text) {
    wf__error("specification-violation", text);
}

void wf_specification_step(int moment, const void *object, unsigned long happened) {
    wf__monitor_step(moment, object, (int64_t)happened);
}

void *wf_specification_allocate(unsigned long size) {
    void *memory = wf__malloc(size);
    wf__memset(memory, 0, size);
    return memory;
}

/* What is done with lists of arguments (include/stdarg.h), for those who watch over it. */
void wf_va_start(void *list) {
    (void)list;
}

void wf_va_end(void *list) {
    (void)list;
}

void wf_va_copy(void *to, void *from) {
    (void)to, (void)from;
}

void wf_va_arg(void *list) {
    (void)list;
}

void wf_va_list_left(void *list) {
    (void)list;
}

/* Where `errno` is used (include/errno.h), and what for. */
int *wf_errno_read(void) {
    return &errno;
}

int *wf_errno_set(void) {
    return &errno;
}
