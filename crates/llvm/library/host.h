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

#define WF_DIRECTORY "/home/user"
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

/* What mallopt() says: yes, unless blocks for M_MXFAST are to be larger than there can be. */
#define WF_ALLOCATOR_TAKES(what, value) ((what) != 1 || (unsigned)(value) <= 20 * sizeof(void *))

/* What may be an input (`--free`): the models ask by these numbers. */
enum { WF_FREE_CLOCK, WF_FREE_PROCESS, WF_FREE_USER };
#define WF_LAST_PROCESS 4194303
#define WF_LAST_SECOND 253402300799 /* the end of the year 9999 */

/* Files, as stat() tells of them: those of the user, made when the clock started. */
#define WF_DEVICE 1
#define WF_BLOCK 4096
#define WF_DIRECTORY_SIZE 4096
#define WF_DIRECTORY_LINKS 2

/* The file system that all are on, as statfs() and statvfs() tell of it: half of it is free. */
#define WF_DESCRIBE_SYSTEM(to)                                                                     \
    (to)->f_type = 0x01021994;                                                                     \
    (to)->f_namelen = 255;                                                                         \
    (to)->f_bsize = (to)->f_frsize = WF_BLOCK;                                                     \
    (to)->f_blocks = (to)->f_files = 1 << 20;                                                      \
    (to)->f_bfree = (to)->f_bavail = (to)->f_ffree = 1 << 19;
#define WF_DESCRIBE_VOLUME(to)                                                                     \
    (to)->f_namemax = 255;                                                                         \
    (to)->f_bsize = (to)->f_frsize = WF_BLOCK;                                                     \
    (to)->f_blocks = (to)->f_files = 1 << 20;                                                      \
    (to)->f_bfree = (to)->f_bavail = (to)->f_ffree = (to)->f_favail = 1 << 19;

/* The user's name, and those of the database of users and groups: root and the user. */
#define WF_USER_NAME "user"
#define WF_SHELL "/bin/sh"

#endif
