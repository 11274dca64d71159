/* sys/mman.h and sys/resource.h: anonymous memory from the heap, copies of files, fixed limits. */
#include "library.h"

#include "files.h"
#include "host.h"
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/utsname.h>

static void *fail(int number) {
    errno = number;
    return MAP_FAILED;
}

/* A private mapping is a copy; a shared one of a file could be written back, and is refused. */
static void *map(void *where, size_t size, int protection, int flags, int descriptor,
                 int64_t offset) {
    if (size == 0 || offset < 0 || offset % WF_PAGE != 0)
        return fail(EINVAL);
    if (where && (flags & MAP_FIXED))
        wf__unsupported("mmap at a fixed address");
    struct wfl_open *open = NULL;
    if (!(flags & MAP_ANONYMOUS)) {
        if ((flags & MAP_SHARED) && (protection & PROT_WRITE))
            wf__unsupported("mmap of a file, shared and to be written");
        open = wfl_file_of(descriptor);
        if (!open)
            return MAP_FAILED;
        if (open->node->kind != WFL_REGULAR)
            return fail(ENODEV);
    }
    size_t whole = (size + WF_PAGE - 1) / WF_PAGE * WF_PAGE;
    char *memory = whole < size ? NULL : wfl_allocate(whole);
    if (!memory)
        return fail(ENOMEM);
    wf__memset(memory, 0, whole);
    if (open) {
        uint64_t before = open->offset;
        open->offset = (uint64_t)offset;
        wfl_file_read(descriptor, memory, size);
        open->offset = before;
    }
    return memory;
}

void *mmap(void *where, size_t size, int protection, int flags, int descriptor, off_t offset) {
    return map(where, size, protection, flags, descriptor, offset);
}

void *mmap64(void *where, size_t size, int protection, int flags, int descriptor,
             off64_t offset) {
    return map(where, size, protection, flags, descriptor, offset);
}

int munmap(void *memory, size_t size) {
    size_t whole = (size + WF_PAGE - 1) / WF_PAGE * WF_PAGE;
    if (wf__object_offset(memory) != 0 || wf__object_size(memory) != whole)
        wf__unsupported("munmap of a part of a mapping");
    wf__free(memory);
    return 0;
}

/* Access that is taken away would have to be watched. */
int mprotect(void *memory, size_t size, int protection) {
    if ((uintptr_t)memory % WF_PAGE != 0) {
        errno = EINVAL;
        return -1;
    }
    if (size > 0 && (protection & (PROT_READ | PROT_WRITE)) != (PROT_READ | PROT_WRITE))
        wf__unsupported("mprotect that takes access away");
    return 0;
}

/* Nothing that is mapped is written back. */
int msync(void *memory, size_t size, int flags) {
    (void)size;
    bool both = (flags & MS_SYNC) && (flags & MS_ASYNC);
    if ((uintptr_t)memory % WF_PAGE != 0 || (flags & ~(MS_ASYNC | MS_INVALIDATE | MS_SYNC)) || both) {
        errno = EINVAL;
        return -1;
    }
    return 0;
}

/* Pages stay where they are, as far as a program sees; natively there may be a limit. */
int mlock(const void *memory, size_t size) {
    (void)memory, (void)size;
    wf__approximation("resources");
    return 0;
}
int mlockall(int flags) {
    if (flags == 0 || (flags & ~(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT)) || flags == MCL_ONFAULT) {
        errno = EINVAL;
        return -1;
    }
    wf__approximation("resources");
    return 0;
}
int munlock(const void *memory, size_t size) {
    (void)memory, (void)size;
    return 0;
}
int munlockall(void) { return 0; }

int posix_madvise(void *memory, size_t size, int advice) {
    (void)memory, (void)size;
    if (advice > POSIX_MADV_DONTNEED)
        wf__unsupported("posix_madvise of this advice");
    return advice < 0 ? EINVAL : 0;
}

/* A kernel that does not tell: pages are nothing that the machine has. */
int mincore(void *memory, size_t size, unsigned char *to) {
    (void)memory, (void)size, (void)to;
    errno = ENOSYS;
    return -1;
}

int madvise(void *memory, size_t size, int advice) {
    (void)memory;
    (void)size;
    (void)advice;
    return 0;
}

/* Limits are kept and bind nobody, so that a path that sets one is counted. */
static struct rlimit limits[RLIM_NLIMITS];
static bool limits_set;

static bool has_limit(__rlimit_resource_t resource) {
    if (!limits_set)
        for (int i = 0; i < RLIM_NLIMITS; i++)
            limits[i] = (struct rlimit){RLIM_INFINITY, RLIM_INFINITY};
    limits_set = true;
    if ((unsigned)resource < RLIM_NLIMITS)
        return true;
    errno = EINVAL;
    return false;
}

int getrlimit(__rlimit_resource_t resource, struct rlimit *to) {
    if (!has_limit(resource))
        return -1;
    *to = limits[resource];
    return 0;
}

int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit) {
    if (!has_limit(resource))
        return -1;
    if (limit->rlim_cur > limit->rlim_max) {
        errno = EINVAL;
        return -1;
    }
    wf__approximation("resources");
    limits[resource] = *limit;
    return 0;
}

int getrusage(__rusage_who_t who, struct rusage *to) {
    (void)who;
    int64_t spent = wfl_microseconds();
    wf__memset(to, 0, sizeof *to);
    to->ru_utime.tv_sec = spent / 1000000;
    to->ru_utime.tv_usec = spent % 1000000;
    return 0;
}

int uname(struct utsname *to) {
    *to = (struct utsname){.sysname = WF_SYSTEM,
                           .nodename = WF_HOST,
                           .release = WF_RELEASE,
                           .version = WF_VERSION,
                           .machine = WF_MACHINE,
                           .domainname = WF_DOMAIN};
    return 0;
}
