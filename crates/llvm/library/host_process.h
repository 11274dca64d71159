/*
 * Who the program is, the same in the machine and in a native run. Who includes this says what is free,
 * as for host_clock.h.
 */
#ifndef WF_HOST_PROCESS_H
#define WF_HOST_PROCESS_H

#include "host.h"

/* What is the same at each look; where it is free, an input when it is first looked at. */
#define WF_FIXED(type, name, c_type, input, what, otherwise, expected)                             \
    static type name(void) {                                                                       \
        static int known;                                                                          \
        static type value = otherwise;                                                             \
        if (!known && wf_is_free(what)) {                                                          \
            wf_take(&value, sizeof value, input, c_type);                                          \
            wf_expect(expected);                                                                   \
        }                                                                                          \
        known = 1;                                                                                 \
        return value;                                                                              \
    }

WF_FIXED(int, wf_own_process, "int", "pid", WF_FREE_PROCESS, WF_PROCESS,
         (value > 1) & (value <= WF_LAST_PROCESS))
WF_FIXED(int, wf_own_parent, "int", "ppid", WF_FREE_PROCESS, WF_PARENT,
         (value > 0) & (value <= WF_LAST_PROCESS) & (value != wf_own_process()))
WF_FIXED(unsigned, wf_own_user, "unsigned int", "uid", WF_FREE_USER, WF_USER, value != ~0u)
WF_FIXED(unsigned, wf_own_group, "unsigned int", "gid", WF_FREE_USER, WF_GROUP, value != ~0u)

#endif
