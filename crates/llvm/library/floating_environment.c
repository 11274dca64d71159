/*
 * fenv.h: there is rounding to nearest, and no trap. Flags of exceptions are not kept, so that what asks for them is
 * refused; what sets, clears or saves them changes nothing that could be seen.
 */
#include "refused.h"

#include <fenv.h>

/* As a program finds it when it starts. */
#ifdef __x86_64__
static void save(fenv_t *to) { *to = (fenv_t){.__control_word = 0x37f, .__tags = 0xffff, .__mxcsr = 0x1f80}; }
#else
static void save(fenv_t *to) { *to = (fenv_t){.__control_word = 0x37f, .__tags = 0xffff}; }
#endif

static void require_plain(const fenv_t *from) {
    if (from == FE_NOMASK_ENV)
        wf__unsupported("a floating-point environment that traps");
}

int fegetround(void) { return FE_TONEAREST; }
int fesetround(int mode) {
    if (mode == FE_TONEAREST)
        return 0;
    if (mode & ~FE_TOWARDZERO)
        return 1;
    wf__unsupported("fesetround of another mode than to nearest");
}

int fegetenv(fenv_t *to) {
    save(to);
    return 0;
}

int feholdexcept(fenv_t *to) {
    save(to);
    return 0;
}

int fesetenv(const fenv_t *from) {
    require_plain(from);
    return 0;
}

int feupdateenv(const fenv_t *from) {
    require_plain(from);
    return 0;
}

int feclearexcept(int exceptions) {
    (void)exceptions;
    return 0;
}

int feraiseexcept(int exceptions) {
    (void)exceptions;
    return 0;
}

int fesetexceptflag(const fexcept_t *from, int exceptions) {
    (void)from;
    (void)exceptions;
    return 0;
}

int fegetexcept(void) { return 0; }
int fedisableexcept(int exceptions) {
    (void)exceptions;
    return 0;
}

REFUSED(int, fetestexcept, (int a))
REFUSED(int, fegetexceptflag, (fexcept_t *a, int b))
REFUSED(int, feenableexcept, (int a))
