/* <cpuid.h> of a processor without extensions, in the machine as in native runs: a program that asks takes
 * the code that runs on every processor. What it is called and which constants there are says the compiler's
 * own header. */
#ifndef WF_CPUID_H
#define WF_CPUID_H

#define __get_cpuid_max wf_real_get_cpuid_max
#define __get_cpuid wf_real_get_cpuid
#define __get_cpuid_count wf_real_get_cpuid_count
#include_next <cpuid.h>
#undef __get_cpuid_max
#undef __get_cpuid
#undef __get_cpuid_count
#undef __cpuid
#undef __cpuid_count

#define __cpuid(level, a, b, c, d) ((void)(level), (a) = (b) = (c) = (d) = 0)
#define __cpuid_count(level, count, a, b, c, d) ((void)(count), __cpuid(level, a, b, c, d))

static __inline unsigned __get_cpuid_max(unsigned level, unsigned *signature) {
    (void)level;
    if (signature)
        *signature = 0;
    return 0;
}

static __inline int __get_cpuid(unsigned level, unsigned *a, unsigned *b, unsigned *c, unsigned *d) {
    (void)level, (void)a, (void)b, (void)c, (void)d;
    return 0;
}

static __inline int __get_cpuid_count(unsigned level, unsigned count, unsigned *a, unsigned *b,
                                      unsigned *c, unsigned *d) {
    (void)count;
    return __get_cpuid(level, a, b, c, d);
}

#endif
