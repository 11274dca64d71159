/* How the models take what the host gives, where it is an input: what host_clock.h and host_process.h ask for. */
#ifndef WFL_FREE_H
#define WFL_FREE_H

#include "intrinsics.h"

static inline int wf_is_free(int what) { return wf__is_free(what); }

static inline void wf_take(void *value, unsigned long size, const char *name, const char *type) {
    wf__input(value, size, name, type);
}

static inline void wf_expect(int condition) { wf__assume(condition != 0); }

#endif
