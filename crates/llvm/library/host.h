/*
 * What a program is told of its process, its user, its host and its clock: in the machine, by the
 * models, and in a native run, by what stands for the C library there (the test suite's runtime).
 */
#ifndef WF_HOST_H
#define WF_HOST_H

/* One process of one user, with no parent that matters. */
#define WF_PROCESS 1000
#define WF_PARENT 999
#define WF_USER 1000
#define WF_GROUP 1000

/* The clock starts in 2020 (seconds); every look at it takes a millisecond (nanoseconds). */
#define WF_START 1577836800
#define WF_LOOK 1000000
#define WF_SECOND 1000000000
#define WF_TICKS 100 /* of times() in a second */

#define WF_DIRECTORY "/"
#define WF_SYSTEM "Linux"
#define WF_HOST "localhost"
#define WF_RELEASE "6.1.0"
#define WF_VERSION "#1 SMP"
#define WF_MACHINE "x86_64"
#define WF_DOMAIN "(none)"

#define WF_PAGE 4096

/* What sysconf() knows. */
#define WF_SYSTEM_LIMITS(LIMIT)                                                                    \
    LIMIT(_SC_PAGESIZE, WF_PAGE)                                                                   \
    LIMIT(_SC_NPROCESSORS_ONLN, 1)                                                                 \
    LIMIT(_SC_NPROCESSORS_CONF, 1)                                                                 \
    LIMIT(_SC_OPEN_MAX, 256)                                                                       \
    LIMIT(_SC_CLK_TCK, WF_TICKS)                                                                   \
    LIMIT(_SC_ARG_MAX, 2097152)                                                                    \
    LIMIT(_SC_PHYS_PAGES, 262144)                                                                  \
    LIMIT(_SC_AVPHYS_PAGES, 262144)

/* What may be an input (`--free`): the models ask by these numbers. */
enum { WF_FREE_CLOCK, WF_FREE_PROCESS, WF_FREE_USER };
#define WF_LAST_PROCESS 4194303
#define WF_LAST_SECOND 253402300799 /* the end of the year 9999 */

/* Files, as stat() tells of them: those of the user, made when the clock started. */
#define WF_DEVICE 1
#define WF_BLOCK 4096
#define WF_DIRECTORY_SIZE 4096
#define WF_DIRECTORY_LINKS 2

#endif
